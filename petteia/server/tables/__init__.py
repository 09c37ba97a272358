"""What people do at tables, a file for each.

They share the `hall` (all tables of a server), `changing` (what is stored about a table), `entries` (of its log),
`moves` and `checks`.
"""
