"""What the words of recorded users mean: annotations beside a log, drafted by a reader or a model, and corrected by a person.

An annotation file is a scenario file with one scenario for each dialogue of the log, under the same id.
"""

from intentprops.annotating.annotations import Annotations, read_annotations

__all__ = ["Annotations", "read_annotations"]
