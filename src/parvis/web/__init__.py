"""Pages, sockets, the thin client. Holds no rules."""
