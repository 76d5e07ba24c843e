"""Where the tests look for a browser: never past one that was named, never past none."""

from __future__ import annotations

import os
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


@pytest.fixture
def apt_get(monkeypatch, tmp_path):
    """An apt-get that installs the packages it is told of, as empty programs, and no others."""

    def offers(*packages):
        there, script = " ".join(packages), tmp_path / "apt-get"
        script.write_text(f"""#!/bin/sh
for word; do case $word in chromium*)
  case " {there} " in *" $word "*) ;; *) exit 100;; esac
  echo '#!/bin/sh' > {tmp_path}/$word; /bin/chmod +x {tmp_path}/$word
esac; done
""")
        script.chmod(0o755)
        monkeypatch.delenv("CHROMIUM", raising=False)
        monkeypatch.setenv("PATH", str(tmp_path))
        monkeypatch.setattr(os, "geteuid", lambda: 0)

    return offers


def test_where_one_may_be_installed_it_is_the_one_without_windows_alone(apt_get, tmp_path):
    apt_get("chromium", "chromium-headless-shell")
    assert chromium.quickest() == str(tmp_path / "chromium-headless-shell")
    assert sorted(one.name for one in tmp_path.iterdir()) == ["apt-get", "chromium-headless-shell"]


def test_where_that_one_is_not_to_be_had_it_is_the_whole_browser(apt_get, tmp_path):
    apt_get("chromium")
    assert chromium.quickest() == str(tmp_path / "chromium")
