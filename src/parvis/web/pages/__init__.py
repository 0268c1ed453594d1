"""The pages: each reads a request, asks the registry, fills a template. They import the site."""
