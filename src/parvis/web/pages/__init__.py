"""The pages: each reads a request, asks the registry, and fills a template."""
