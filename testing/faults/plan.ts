import type { Disturbance, Service } from './disturbance.ts';
import { Random } from './random.ts';

/** The kinds of operations, and how often each occurs. */
export const KINDS = {
  'send-mail': 9,
  'receive-mail': 12,
  'create-task': 10,
  'message-task': 9,
  'reply-task': 10,
  'cancel-task': 3,
  'put-settings': 8,
  'create-rule': 5,
  'create-secret': 4,
  'rotate-secret': 3,
  'create-lease': 5,
  'redeem-lease': 16,
  'create-contact': 4,
  'create-key': 2,
  'create-webhook': 0.6,
  'test-webhook': 2,
  'replay-event': 2,
} as const;
export type Kind = keyof typeof KINDS;

/** What an operation refers to: the result of an earlier operation of this kind. */
const REFERS_TO: Readonly<Partial<Record<Kind, Kind>>> = {
  'message-task': 'create-task',
  'reply-task': 'create-task',
  'cancel-task': 'create-task',
  'rotate-secret': 'create-secret',
  'create-lease': 'create-secret',
  'redeem-lease': 'create-lease',
};

/** An organization has at most 60 endpoints. */
const MAX_WEBHOOKS = 40;

/** How far back an operation may refer, in operations of the kind. Close ones collide more often. */
const RECENT = 4;

export interface PlannedOperation {
  readonly index: number;
  readonly kind: Kind;
  readonly organization: number;
  readonly agent: number;
  /** The other agent of a task or an email: its organization and its number. */
  readonly other: { readonly organization: number; readonly agent: number };
  /** The operation that it refers to. */
  readonly on?: number;
  /** A number for a choice of the operation. */
  readonly choice: number;
  /** Sends the request a second time while the first is under way. */
  readonly isImpatient: boolean;
  /** Sends the request again after its reply. */
  readonly isRepeated: boolean;
}

export interface Plan {
  readonly seed: number;
  readonly operations: readonly PlannedOperation[];
  /** What is done to the stack, and before which operation. */
  readonly disturbances: readonly { readonly before: number; readonly disturbance: Disturbance }[];
}

export const ORGANIZATIONS = 3;
export const AGENTS = 2;

/** Makes the plan of a run, which follows from the seed alone. */
export function makePlan(seed: number, count: number): Plan {
  const random = new Random(`plan ${seed}`);
  const operations = planOperations(random.fork('operations'), count);
  return { seed, operations, disturbances: planDisturbances(random.fork('disturbances'), count) };
}

function planOperations(random: Random, count: number): PlannedOperation[] {
  const operations: PlannedOperation[] = [];
  const webhooks = new Map<number, number>();
  while (operations.length < count) {
    const kind = random.weighted(KINDS);
    const target = REFERS_TO[kind];
    const earlier = target === undefined ? [] : operations.filter((one) => one.kind === target).slice(-RECENT);
    if (target !== undefined && earlier.length === 0) continue;
    const on = target === undefined ? undefined : random.pick(earlier);
    const organization = on?.organization ?? random.int(0, ORGANIZATIONS - 1);
    if (kind === 'create-webhook') {
      const made = webhooks.get(organization) ?? 0;
      if (made >= MAX_WEBHOOKS) continue;
      webhooks.set(organization, made + 1);
    }
    // Redemptions come in bursts, so that they compete for the last uses.
    const repetitions = kind === 'redeem-lease' ? random.int(1, 4) : 1;
    const agent = on?.agent ?? random.int(0, AGENTS - 1);
    const other = on?.other ?? otherAgent(random, organization, agent);
    for (let n = 0; n < repetitions && operations.length < count; n++) {
      operations.push({
        index: operations.length,
        kind,
        organization,
        agent,
        other,
        ...(on !== undefined && { on: on.index }),
        choice: random.next(),
        isImpatient: random.chance(0.06),
        isRepeated: random.chance(0.1),
      });
    }
  }
  return operations;
}

function otherAgent(random: Random, organization: number, agent: number) {
  const other = { organization: random.int(0, ORGANIZATIONS - 1), agent: random.int(0, AGENTS - 1) };
  const isSame = other.organization === organization && other.agent === agent;
  return isSame ? { organization: (organization + 1) % ORGANIZATIONS, agent } : other;
}

/** The functions that are disturbed, and how often each is. */
const FUNCTION_WEIGHTS = {
  'http-mail': 2,
  'http-a2a': 4,
  'http-vault': 4,
  'http-events': 1,
  'http-wait': 2,
  'http-webhooks': 1,
  'http-contacts': 1,
  'http-accounts': 1,
  'http-streams': 1,
  'worker-relay': 4,
  'worker-delivery': 4,
  'worker-inbound-mail': 3,
  'worker-outbound-mail': 3,
  'worker-mail-status': 2,
  'worker-event-streams': 3,
  'worker-connections': 2,
} as const;

const DISTURBANCE_WEIGHTS = { kill: 5, freeze: 2, clock: 2, outage: 3 } as const;
const OUTAGE_WEIGHTS: Readonly<Record<Service, number>> = {
  dynamodb: 3,
  sqs: 4,
  kms: 1,
  ses: 1,
  s3: 1,
  connections: 1,
};
const OUTAGE_FAULTS = ['throttle', 'error', 'cut'] as const;

/** Operations from one disturbance to the next, on average. */
const SPACING = 14;

/** Some outages are longer than all attempts of a client of a service together. */
const MIN_OUTAGE_MS = 500;
const MAX_OUTAGE_MS = 6000;

/** A larger offset than a lease, and much smaller than the minutes within which machines must agree. */
const MAX_CLOCK_OFFSET_MS = 8000;

function planDisturbances(random: Random, count: number) {
  const planned: { before: number; disturbance: Disturbance }[] = [];
  for (let before = random.int(1, SPACING); before < count; before += random.int(1, 2 * SPACING)) {
    planned.push({ before, disturbance: planDisturbance(random) });
  }
  return planned;
}

function planDisturbance(random: Random): Disturbance {
  const kind = random.weighted(DISTURBANCE_WEIGHTS);
  const name = random.weighted(FUNCTION_WEIGHTS);
  switch (kind) {
    case 'kill':
      return { kind, function: name };
    case 'freeze':
      return { kind, function: name, ms: random.int(200, 5000) };
    case 'clock':
      return { kind, function: name, offsetMs: random.int(-MAX_CLOCK_OFFSET_MS, MAX_CLOCK_OFFSET_MS) };
    case 'outage': {
      const service = random.weighted(OUTAGE_WEIGHTS);
      return { kind, service, fault: random.pick(OUTAGE_FAULTS), ms: random.int(MIN_OUTAGE_MS, MAX_OUTAGE_MS) };
    }
  }
}
