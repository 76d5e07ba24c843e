"""One phone tells a deal; the other confirms it, or says what is wrong: both show it at once."""

from __future__ import annotations

import pytest
import touching as at
from pages import press, type_points
from playwright.sync_api import Page, expect

SOON = 2_000  # milliseconds, within which every phone shows it


@pytest.fixture
def two(open_table, page, other_phone) -> tuple[Page, Page]:
    """Two phones before the sheet; the first has told a deal."""
    open_table()
    for phone in (page, other_phone):
        phone.goto("/tables/1")
    type_points(page, "49")
    press(page, "take=0-garde", "oudlers=2")
    at.button(page, "Save").click()
    expect(at.deals(other_phone)).to_have_count(1)
    return page, other_phone


def judging(phone: Page) -> None:
    """From the sheet to the page of the deal."""
    phone.locator("#deal-1 summary").click()
    phone.get_by_role("link", name="Confirm or dispute").click()


def mark(phone: Page, name: str):
    return phone.locator("#deal-1").get_by_role("img", name=name, exact=True)


def test_a_dispute_shows_its_word_a_correction_answers_it_and_is_confirmed(two):
    first, other = two
    for phone in two:
        expect(mark(phone, "not confirmed")).to_be_visible()
    judging(other)
    other.get_by_text("Something is wrong: dispute it").click()
    other.get_by_label("What is wrong").fill("52 points")
    other.get_by_label("What is wrong").press("Enter")
    expect(mark(first, "disputed")).to_be_visible(timeout=SOON)
    first.locator("#deal-1 summary").click()
    expect(first.locator("#deal-1")).to_contain_text("Disputed: 52 points")
    first.get_by_role("link", name="Correct this deal").click()
    type_points(first, "52")
    expect(at.said(first, "told")).to_be_visible()
    at.button(first, "Save").click()
    expect(mark(other, "not confirmed")).to_be_visible(timeout=SOON)
    judging(other)
    at.button(other, "Confirm").click()
    expect(mark(first, "confirmed")).to_be_visible(timeout=SOON)
    expect(mark(other, "confirmed")).to_be_visible()
