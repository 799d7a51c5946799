import { z } from 'zod';

/**
 * The limits that a stage may change. The names are the keys of `AID_LIMITS`; the defaults are those of the contract.
 *
 * See: docs/contract/limits.md#configuration; docs/contract/local-profile.md#stage-configuration.
 */
const count = (fallback: number) => z.int().min(0).default(fallback);

export const limitsSchema = z.strictObject({
  orgRequestsPerMinute: count(600),
  ipRequestsPerMinute: count(30),
  failedAuthenticationsPerMinute: count(600),
  webhooksPerAgent: count(60),
  webhooksPerOrganization: count(60),
  signupStartsPerHour: count(30),
  signupResendsPerHour: count(5),
  codeMinutes: count(15),
  codeGuesses: count(5),
  codeMailsPerHour: count(10),
  organizationsPerHour: count(30),
  unverifiedEmailsPerDay: count(10),
  unverifiedAgents: count(3),
  verifiedEmailsPerDay: count(200),
  verifiedAgents: count(25),
  deliveryTimeoutMs: count(10_000),
  previousSecretHours: count(24),
  a2aInvitationsPerDay: count(50),
  waitsPerOrganization: count(25),
  unverifiedWaits: count(5),
  unverifiedWaitsPerAddress: count(10),
  longCallsPerOrganization: count(25),
  streamsPerAgent: count(25),
  streamsPerOrganization: count(100),
  unverifiedStreams: count(2),
  unverifiedStreamsPerAddress: count(10),
  tunnelRequestsPerMinute: count(600),
  tunnelAddressRequestsPerMinute: count(300),
  tunnelRequestsAtOnce: count(20),
  unverifiedTunnels: count(2),
  unverifiedTunnelsPerAddress: count(10),
  tunnelsPerOrganization: count(100),
  handshakesPerMinute: count(120),
  unverifiedPreparationsAtOnce: z.int().min(1).default(1),
  unverifiedDeliveriesPerHour: count(600),
  unverifiedDeliveryMegabytesPerHour: count(50),
  verifiedDeliveriesPerHour: count(100_000),
  verifiedDeliveryMegabytesPerHour: count(10_000),
  unverifiedAttemptsAtDestination: count(20),
  verifiedAttemptsAtDestination: count(100),
  unverifiedFailuresAtDestinationPerMinute: count(60),
  verifiedFailuresAtDestinationPerMinute: count(600),
  unverifiedStoredMegabytes: count(50),
  unverifiedStoredMegabytesPerHour: count(100),
  verifiedStoredMegabytes: count(50_000),
  unverifiedIdentityTokensPerDay: count(200),
  verifiedIdentityTokensPerDay: count(10_000),
});

export type Limits = z.infer<typeof limitsSchema>;

export const DEFAULT_LIMITS: Limits = limitsSchema.parse({});

/**
 * The limits of strangers on one machine, where there are none: out of the reach of its only user, who verifies no
 * address. A stage's own `AID_LIMITS` replace them too.
 *
 * See: docs/contract/local-profile.md#stage-configuration.
 */
export const LOCAL_LIMITS = {
  organizationsPerHour: 1_000_000,
  unverifiedWaits: 1_000,
  unverifiedWaitsPerAddress: 1_000,
  unverifiedStreams: 1_000,
  unverifiedStreamsPerAddress: 1_000,
  unverifiedTunnels: 1_000,
  unverifiedTunnelsPerAddress: 1_000,
  tunnelsPerOrganization: 1_000,
  handshakesPerMinute: 1_000_000,
  tunnelRequestsAtOnce: 1_000,
  unverifiedPreparationsAtOnce: 1_000,
  unverifiedDeliveriesPerHour: 100_000_000,
  unverifiedDeliveryMegabytesPerHour: 100_000_000,
  verifiedDeliveriesPerHour: 100_000_000,
  verifiedDeliveryMegabytesPerHour: 100_000_000,
  unverifiedAttemptsAtDestination: 100_000,
  verifiedAttemptsAtDestination: 100_000,
  unverifiedFailuresAtDestinationPerMinute: 1_000_000,
  verifiedFailuresAtDestinationPerMinute: 1_000_000,
  unverifiedStoredMegabytes: 1_000_000,
  unverifiedStoredMegabytesPerHour: 1_000_000,
  verifiedStoredMegabytes: 1_000_000,
  unverifiedIdentityTokensPerDay: 1_000_000,
  verifiedIdentityTokensPerDay: 1_000_000,
} as const satisfies Partial<Limits>;

/**
 * The seconds before attempts 2 to n. The maximum number of attempts is their number + 1. See:
 * docs/contract/webhooks.md#attempts.
 */
export const deliveryDelaysSchema = z.array(z.number().min(0).max(86_400)).max(50);

export const DEFAULT_DELIVERY_DELAYS: readonly number[] = [5, 300, 1800, 7200, 18_000, 36_000, 36_000];

/**
 * The maximum size of a request body, in bytes: where mail is sent or submitted, with a key, and without one.
 *
 * See: docs/contract/limits.md#requests.
 */
export const MAX_BODY_BYTES = { mail: 5 * 1024 * 1024, authenticated: 1024 * 1024, open: 64 * 1024 } as const;

export type BodyClass = keyof typeof MAX_BODY_BYTES;

/**
 * The maximum number of fields and items of a body, at all levels together. They are counted before the body is parsed,
 * because a parsed one takes a hundred times as much memory as its text.
 */
export const MAX_BODY_MEMBERS = 50_000;

/** How many records a page of a list may have. See: docs/contract/conventions.md#lists. */
export const MAX_PAGE_LIMIT = 200;
export const DEFAULT_PAGE_LIMIT = 50;
/** How many events a list returns with the bodies of their deliveries, which are as large as the events again. */
export const MAX_DELIVERY_BODIES = 50;

/** How long a wait may last. See: docs/contract/limits.md#events-and-webhooks; docs/contract/events.md#wait. */
export const MAX_WAIT_TIMEOUT_MS = 55_000;
export const DEFAULT_WAIT_TIMEOUT_MS = 25_000;

/** How long a claim of a task may last, in seconds. See: docs/contract/a2a.md#claims. */
export const MIN_CLAIM_SECONDS = 10;
export const MAX_CLAIM_SECONDS = 900;

/**
 * How long a stream of the A2A protocol stays open, and how long a SendMessage waits. API Gateway closes a connection
 * on which nothing was sent for five minutes, and a SendMessage sends nothing before its outcome is known.
 *
 * See: docs/contract/limits.md#a2a; API Gateway developer guide, Response transfer mode.
 */
export const A2A_STREAM_MS = 120_000;
export const A2A_BLOCKING_MS = 290_000;

/** The timeout of the function that serves them: the longest of them, and what precedes it. */
export const LONG_CALL_TIMEOUT_SECONDS = 330;

/** How long an idempotency record is kept. See: docs/contract/conventions.md#idempotency. */
export const IDEMPOTENCY_HOURS = 24;
