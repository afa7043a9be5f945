"""The drawing of a domain: everything is in it once, nothing overlaps, and a turn lights what it touched."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from intentprops.domains.mail import mail
from intentprops.domains.rooms import rooms
from intentprops.reports.graph import HEIGHT, Graph, Node, graph
from intentprops.strategies import domains
from tests.domains.travel import travel


def overlap(a: Node, b: Node) -> bool:
    return a.x < b.x + b.width and b.x < a.x + a.width and a.y < b.y + HEIGHT and b.y < a.y + HEIGHT


def sound(domain: Any) -> Graph:
    drawn = graph(domain)
    assert {node.name for node in drawn.nodes} >= {*domain.field, *domain.result, *domain.goal}
    assert len(drawn.nodes) == len(domain.field) + len(domain.result) + len(domain.goal)
    assert not [(a.name, b.name) for a, b in combinations(drawn.nodes, 2) if overlap(a, b)]
    for node in drawn.nodes:
        assert node.x >= 0
        assert node.x + node.width <= drawn.width
        assert node.y >= 0
        assert node.y + HEIGHT <= drawn.height
    for edge in drawn.edges:
        assert drawn.nodes[edge.start].x < drawn.nodes[edge.end].x, "lines go to the right"
    for name in domain.result:
        ends = {drawn.nodes[edge.start].name for edge in drawn.edges if drawn.nodes[edge.end].name == name}
        assert ends >= set(domain.below(name))
    return drawn


@pytest.mark.parametrize("domain", [rooms, mail, travel], ids=["rooms", "mail", "travel"])
def test_a_drawing_has_every_part_of_its_domain_once_and_apart(domain: Any) -> None:
    assert sound(domain) == graph(domain), "the same domain is drawn the same"


@settings(max_examples=40, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(domains())
def test_so_has_that_of_any_domain(domain: Any) -> None:
    sound(domain)


def test_a_turn_lights_what_changed_what_went_stale_and_the_line_between() -> None:
    drawn = graph(rooms)
    moved, gone, lines = drawn.lit(["constraints.attendees", "goal"], ["search_results"])
    assert [drawn.nodes[n].name for n in moved] == ["attendees"]
    assert [drawn.nodes[n].name for n in gone] == ["search_results"]
    assert [(drawn.nodes[drawn.edges[n].start].name, drawn.nodes[drawn.edges[n].end].name) for n in lines] == [("attendees", "search_results")]


def test_what_rests_on_a_stale_result_is_lit_through_it() -> None:
    drawn = graph(rooms)
    _, gone, lines = drawn.lit(["constraints.starts_at"], ["search_results", "reservation"])
    assert len(gone) == 2
    assert ("search_results", "reservation") in {
        (drawn.nodes[drawn.edges[n].start].name, drawn.nodes[drawn.edges[n].end].name) for n in lines
    }
