"""`parvis load` and `parvis soak`: what a server bears, over real sockets on this machine only.

Imports nothing of Parvis.
"""
