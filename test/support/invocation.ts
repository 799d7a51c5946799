/** The part of Lambda's context that handlers use: this invocation has 20 s left. */
export const INVOCATION = { getRemainingTimeInMillis: () => 20_000 } as const;
