"""The table: people, tables and moves over HTTP and WebSockets, kept in SQLite or PostgreSQL."""
