"""Recorded runs of agents that other people's benchmarks made, graded by the library: domains, annotations, a comparison with the reward."""
