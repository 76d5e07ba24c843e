"""Where the tests look for a browser: never past one that was named, never past none."""

from __future__ import annotations

import sys

import chromium
import pytest


def test_the_browser_that_was_named_is_taken(monkeypatch):
    monkeypatch.setenv("CHROMIUM", sys.executable)
    assert chromium.find() == sys.executable


def test_a_browser_that_was_named_and_is_not_there_is_said(monkeypatch):
    monkeypatch.setenv("CHROMIUM", "/no/such/browser")
    with pytest.raises(chromium.NoChromium, match="CHROMIUM=/no/such/browser is not a program"):
        chromium.find()


def test_one_on_the_path_comes_before_any_that_would_be_installed(monkeypatch, tmp_path):
    browser = tmp_path / "chromium"
    browser.write_text("#!/bin/sh\n")
    browser.chmod(0o755)
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert chromium.find() == str(browser)
