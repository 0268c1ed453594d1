"""One module a step of the schema. They import nothing of Parvis, which goes on changing."""
