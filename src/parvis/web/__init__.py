"""Pages, sockets, the thin client. Holds no rules. Imports table, bots, games and the engine."""
