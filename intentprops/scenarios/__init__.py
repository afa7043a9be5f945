"""Scenarios as data: YAML files that people write, read into canonical chains of turns, linted and written back.

::

    schema: 1
    domain: rooms                               # or package.module:attribute
    now: "2026-08-03T09:00:00+03:00"            # optional; default: the world's now
    language: en                                # of plain texts; not needed for {en: …, ru: …}
    scenarios:
      - id: V1
        kind: revision                          # reveal | revision | switch | control
        title: Six instead of twelve
        turns:
          - say: Find a room for twelve people on Friday, August 7, at 15:00.
            changes:                            # one key each, in the order said; missing: nothing changes
              - switch: search_rooms            # or {goal: …, disposition: cancelled | paused | superseded}
              - reveal: {attendees: 12, starts_at: "2026-08-07T15:00:00+03:00"}
            label: first plan                   # a version to return to
          - say: Correction, there will be six of us.
            changes: [{revise: {attendees: 6}}]

The other changes: ``remove: {field: [members]}``, ``retract: field``, ``any: field``, ``accept: 2``, ``refer: {field: source}``,
``return: field`` or ``return: {version: label}``, ``conflict: {field: [one, other]}`` (``goal`` for goals), ``unmodelled:``,
``unknown_goal:`` and ``answer:`` with a topic, ``detour: goal``, ``confirm: true``, ``forbid:`` and ``permit:`` with tools,
``compare: true``. A burst has ``messages:``, a list of ``say`` and ``changes``. ``agent: {calls: [{name, arguments}], reply,
offers}`` fixes what the agent did in a turn. Every text may be given for each language: ``{en: …, ru: …}``.

Of a recorded dialogue the file says who read the changes out of the words, ``interpretation: {by: reader | model | person, name, version}``
(of the file, or of one scenario). Instead of ``say`` a message may have ``sha256``, the first 16 hex digits of that of its
text, which is then taken from the log; ``unsure: why``, or ``unsure: {paths: [goal, attendees], why: …}``, is what nobody can
read in one way.
"""

from intentprops.scenarios.canonical import canonical
from intentprops.scenarios.files import bundled, dump, find_domain, load, loads
from intentprops.scenarios.lint import lint
from intentprops.scenarios.shape import file_schema
from intentprops.scenarios.words import dump_changes, read_changes

__all__ = ["bundled", "canonical", "dump", "dump_changes", "file_schema", "find_domain", "lint", "load", "loads", "read_changes"]
