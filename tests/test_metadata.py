"""What the package says about itself: read as a build reads it."""

from __future__ import annotations

import pathlib
import re

import pytest
from hatchling.metadata.core import ProjectMetadata
from hatchling.plugin.manager import PluginManager

import petteia
from petteia.games import NAMES, find

ROOT = pathlib.Path(__file__).parents[1]


@pytest.fixture(scope="module")
def project() -> ProjectMetadata:
    return ProjectMetadata(str(ROOT), PluginManager())


def test_the_version_stands_in_one_place(project: ProjectMetadata) -> None:
    assert project.version == petteia.__version__
    assert "version" not in project.core.config


def test_what_changed_names_the_version_last(project: ProjectMetadata) -> None:
    headings = re.findall(r"^## (.+)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert next(heading for heading in headings if heading != "Unreleased") == project.version


def test_everything_that_is_asked_for_is_said(project: ProjectMetadata) -> None:
    core = project.core
    core.validate_fields()  # classifiers that there are, a licence that is one, files that exist
    assert core.readme_content_type == "text/markdown"
    assert core.license_expression == "MIT"
    assert core.license_files == ["LICENSE"]
    assert core.authors_data["name"] == ["The Petteia authors"]
    assert {find(name).title for name in NAMES} <= set(core.keywords)
