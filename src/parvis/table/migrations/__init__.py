"""Alembic's migrations; they come with the package and run when a store is opened."""
