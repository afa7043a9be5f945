"""The domains that come with the library, each written with the public API and nothing else."""
