import { join } from 'node:path';
import { reservePort } from '../reserved-port.ts';
import { ROOT, type Stack, startStack } from '../stack.ts';
import type { Disturbance, FaultSettings, Incident } from './disturbance.ts';

/** The retries of deliveries, in seconds. */
const DELIVERY_DELAYS = [1, 1, 1, 1];
export const MAX_ATTEMPTS = DELIVERY_DELAYS.length + 1;

/** How long an attempt waits for its receiver. */
export const DELIVERY_TIMEOUT_MS = 1500;

/** Longer than a clock may be wrong. */
const SENDING_LEASE_SECONDS = 15;

/** The disturbed stack, in a process of its own. */
export interface StackControl {
  readonly stack: Stack;
  begin(seed: number): Promise<void>;
  calm(): Promise<void>;
  disturb(disturbance: Disturbance): Promise<void>;
  sweep(): Promise<void>;
  redrive(): Promise<number>;
  pending(): Promise<number>;
  report(): Promise<{ counts: Readonly<Record<string, number>>; incidents: readonly Incident[] }>;
  stderr(): string;
}

export interface ControlledStackOptions {
  readonly faults: FaultSettings;
  /** The folder of the sources that the stack runs from. */
  readonly root?: string;
}

/** Runs `work` with a disturbed stack. */
export async function withFaultyStack<T>(
  { faults, root = ROOT }: ControlledStackOptions,
  work: (control: StackControl) => Promise<T>,
): Promise<T> {
  const port = await reservePort();
  const stack = await startStack(
    {
      FAULTS: JSON.stringify(faults),
      FAULTS_PORT: String(port),
      AID_EPHEMERAL: '1',
      AID_DELIVERY_DELAYS: DELIVERY_DELAYS.join(','),
      AID_SENDING_LEASE_SECONDS: String(SENDING_LEASE_SECONDS),
      AID_DELIVERY_CONCURRENCY: '10',
      AID_LIMITS: JSON.stringify({
        orgRequestsPerMinute: 10_000_000,
        ipRequestsPerMinute: 10_000_000,
        unverifiedAgents: 1_000,
        unverifiedEmailsPerDay: 1_000_000,
        deliveryTimeoutMs: DELIVERY_TIMEOUT_MS,
      }),
    },
    { command: [process.execPath, join(root, 'testing/faults/stack/main.ts')] },
  );
  const order = async <R>(path: string, body?: unknown): Promise<R> => {
    const response = await fetch(`http://127.0.0.1:${port}/${path}`, {
      method: 'POST',
      body: JSON.stringify(body ?? null),
    });
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
    return (await response.json()) as R;
  };
  try {
    return await work({
      stack,
      begin: (seed) => order('begin', seed),
      calm: () => order('calm'),
      disturb: (disturbance) => order('disturb', disturbance),
      sweep: () => order('sweep'),
      redrive: () => order('redrive'),
      pending: () => order('pending'),
      report: () => order('report'),
      stderr: stack.errors,
    });
  } finally {
    await stack.stop();
  }
}
