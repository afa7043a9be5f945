"""Many recorded dialogues judged: read one at a time, judged here or by several processes, in the order in which they stand."""
