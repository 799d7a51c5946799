/**
 * How long the requests of a tool may take, from the arrival of the call. Tools end within 50 s: the rest is for the
 * result and its way.
 */
export const MAX_CALL_MS = 49_000;

/** How long a tool waits at most, so that what it has found then can still be read. */
export const MAX_WAIT_MS = 48_000;
