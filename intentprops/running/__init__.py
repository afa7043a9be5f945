"""Running an agent through scenarios: the session it gets, its memory, the experiment, and the folder it leaves."""

from intentprops.running.session import Reply, Session, Toolbox

__all__ = ["Reply", "Session", "Toolbox"]
