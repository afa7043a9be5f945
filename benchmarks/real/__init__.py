"""Recorded runs of other people's benchmarks, graded by the library: domains, annotations, a comparison with the reward."""
