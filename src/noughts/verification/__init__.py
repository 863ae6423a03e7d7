"""Proofs of values, checked by the naive rules of `reference` alone: nothing here knows the solver or the kernel."""
