"""Pages, sockets, the thin client. Holds no rules; imports the table and what is below it."""
