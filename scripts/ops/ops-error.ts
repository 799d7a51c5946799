/** A wrong argument. The exit code is 2. */
export class UsageError extends Error {}

/** A problem that the operator can solve, in one line. The exit code is 1. */
export class OpsError extends Error {}
