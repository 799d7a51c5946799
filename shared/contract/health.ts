/**
 * The event by which the sweep finds out whether a function works. The function does for it what it does before it
 * handles a request: it loads, and reads its settings.
 *
 * See: docs/decisions/0075-a-heartbeat-from-outside.md#functions.
 */
export interface HealthEvent {
  readonly kind: 'health';
  /** For the relay and the workers of queues it is an empty batch, which they load for and process as any other. */
  readonly Records: readonly [];
  /** Whether the function reads a row of the table too, with its own rights, if it does not read a batch. */
  readonly readsTable: boolean;
  /** The hash of a new key of the heartbeat's organization. Only the function of accounts stores it. */
  readonly keyHash?: string;
}

/** Whether an event is one. The events of API Gateway have no such field, whatever their callers send. */
export function isHealthEvent(event: unknown): event is HealthEvent {
  return typeof event === 'object' && event !== null && (event as { kind?: unknown }).kind === 'health';
}
