"""Mistakes that people can mend: each says in words what is wrong and what to do."""

from __future__ import annotations


class PetteiaError(ValueError):
    """The base of all errors that are meant for the person at the keyboard."""
