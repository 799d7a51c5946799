import { BroadcastChannel } from 'node:worker_threads';

/**
 * Runs in each function's worker before its bundle: sends the calls of AWS services through the proxies, and lets the
 * run set the clock of the function and freeze it. It is written to a file as JavaScript, so it imports nothing of
 * ours.
 */

/** The addresses of the services, and those of the proxies in front of them, from the address of this module. */
const parameters = new URL(import.meta.url).searchParams;
const proxies = { aws: parameters.get('aws') ?? '', dynamodb: parameters.get('dynamodb') ?? '' };

const own = process.env.AWS_LAMBDA_FUNCTION_NAME ?? '';
const services = { aws: process.env.AWS_ENDPOINT_URL_SQS ?? '', dynamodb: process.env.AWS_ENDPOINT_URL_DYNAMODB ?? '' };
for (const [name, value = ''] of Object.entries(process.env)) {
  if (value.startsWith(services.aws)) process.env[name] = proxies.aws + value.slice(services.aws.length);
  if (value.startsWith(services.dynamodb)) process.env[name] = proxies.dynamodb + value.slice(services.dynamodb.length);
}

const RealDate = Date;
let offsetMs = 0;

class OffsetDate extends RealDate {
  constructor(...given: unknown[]) {
    super(...((given.length === 0 ? [RealDate.now() + offsetMs] : given) as [number]));
  }

  static override now(): number {
    return RealDate.now() + offsetMs;
  }
}
globalThis.Date = OffsetDate as DateConstructor;

interface Order {
  readonly function: string;
  readonly freezeMs?: number;
  readonly offsetMs?: number;
}

const channel = new BroadcastChannel('aid-faults');
channel.onmessage = (message) => {
  const order = (message as { data: Partial<Order> }).data;
  if (order.function !== own && order.function !== '*') return;
  if (order.offsetMs !== undefined) offsetMs = order.offsetMs;
  if (order.freezeMs !== undefined) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, order.freezeMs);
};
channel.unref();

/** Reports when this thread got no processor time: then leases end as they do in a crash. */
const TICK_MS = 100;
const STALL_MS = 800;
let ticked = RealDate.now();
setInterval(() => {
  const now = RealDate.now();
  const stallMs = now - ticked - TICK_MS;
  if (stallMs > STALL_MS) channel.postMessage({ stalled: own, stallMs, at: now });
  ticked = now;
}, TICK_MS).unref();
