"""Work done by several threads at a time, its results in the order in which they come."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Generator, Iterable
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")


def in_parallel(work: Callable[[Item], Result], items: Iterable[Item], workers: int) -> Generator[tuple[Item, Result], None, None]:
    """Each item with what ``work`` made of it; an exception of ``work`` is raised here. With one worker, in order and in this thread.

    When the caller stops, no further item is begun; the threads are daemons, so that one that hangs keeps no process alive.
    """
    if workers == 1:
        for item in items:
            yield item, work(item)
        return
    todo: queue.SimpleQueue[Item] = queue.SimpleQueue()
    done: queue.SimpleQueue[tuple[Item, Result | None, BaseException | None]] = queue.SimpleQueue()
    stop = threading.Event()
    count = 0
    for item in items:
        todo.put(item)
        count += 1

    def run() -> None:
        while not stop.is_set():
            try:
                item = todo.get_nowait()
            except queue.Empty:
                return
            try:
                done.put((item, work(item), None))
            except BaseException as error:
                done.put((item, None, error))

    for number in range(min(workers, count)):
        threading.Thread(target=run, daemon=True, name=f"intentprops-worker-{number + 1}").start()
    try:
        for _ in range(count):
            item, result, error = done.get()
            if error is not None:
                raise error
            yield item, result  # type: ignore[misc]
    finally:
        stop.set()
