"""What a game is. Knows no game, no web, no database. Imports nothing else of Parvis."""
