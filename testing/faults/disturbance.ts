/** The services with calls that the run disturbs. */
const SERVICES = ['dynamodb', 'sqs', 'kms', 'ses', 's3', 'connections'] as const;
export type Service = (typeof SERVICES)[number];

/**
 * What can happen to one call of a service:
 * - `throttle`, `error`: the service refuses it, as throttled or with a 500;
 * - `cut`: the connection is reset before the service gets the call;
 * - `lost`: the connection is reset after the service has done the call;
 * - `late`: the call reaches the service late; `slow`: its response arrives late;
 * - `conflict`: another transaction holds the rows (DynamoDB transactions only).
 */
export type CallFault = 'throttle' | 'error' | 'cut' | 'lost' | 'late' | 'slow' | 'conflict';

/** The probability of each fault for one call. */
type FaultRates = Readonly<Partial<Record<CallFault, number>>>;

/** What the run does to the stack at one moment. */
export type Disturbance =
  /** Ends a function's worker with everything that it does. */
  | { readonly kind: 'kill'; readonly function: string }
  /** Stops a function's worker, as Lambda does between invocations, but in the midst of its work. */
  | { readonly kind: 'freeze'; readonly function: string; readonly ms: number }
  /** Sets the clock of a function ahead or back. */
  | { readonly kind: 'clock'; readonly function: string; readonly offsetMs: number }
  /** All calls of a service fail for some time. */
  | {
      readonly kind: 'outage';
      readonly service: Service;
      readonly fault: 'throttle' | 'error' | 'cut';
      readonly ms: number;
    };

/** How often the queues repeat and delay their messages. */
interface QueueFaults {
  readonly duplicate: number;
  readonly delay: number;
  readonly maxDelaySeconds: number;
}

/** The settings of a disturbed stack. */
export interface FaultSettings {
  readonly rates: Readonly<Record<Service, FaultRates>>;
  /** Those of some operations of services, in place of the rates of their service. */
  readonly operationRates: Readonly<Record<string, FaultRates>>;
  readonly queues: QueueFaults;
}

/** Something that was done to the stack, with its time in epoch milliseconds. */
export type Incident =
  | { readonly at: number; readonly disturbance: Disturbance }
  /** A fault of a call that wrote to a delivery, or that sent an email. */
  | { readonly at: number; readonly fault: CallFault; readonly deliveryId: string }
  /** A thread got no processor time for so long, because the machine was busy. Ends at `at`. */
  | { readonly at: number; readonly stallMs: number; readonly function: string };

/**
 * The settings of an ordinary run: every call of a service may fail, and lost responses are as frequent as throttles.
 */
export function faultSettings(): FaultSettings {
  const calls = { throttle: 0.012, error: 0.008, cut: 0.008, lost: 0.015, late: 0.02, slow: 0.02 };
  return {
    rates: {
      dynamodb: calls,
      sqs: calls,
      kms: { ...calls, throttle: 0.05, lost: 0.05 },
      ses: { ...calls, throttle: 0.03, error: 0.03, lost: 0.05 },
      s3: calls,
      connections: { ...calls, lost: 0.03 },
    },
    // Commits overtake each other, so that readers meet events before earlier ones.
    operationRates: { 'dynamodb.TransactWriteItems': { ...calls, conflict: 0.02, late: 0.12 } },
    queues: { duplicate: 0.12, delay: 0.15, maxDelaySeconds: 2 },
  };
}
