import { describe, expect, test } from 'vitest';
import {
  DEFAULT_DELIVERY_DELAYS,
  DEFAULT_LIMITS,
  DEFAULT_PAGE_LIMIT,
  DEFAULT_WAIT_TIMEOUT_MS,
  deliveryDelaysSchema,
  IDEMPOTENCY_HOURS,
  limitsSchema,
  MAX_BODY_BYTES,
  MAX_PAGE_LIMIT,
  MAX_WAIT_TIMEOUT_MS,
} from '#shared/domain/limits/limits.ts';

describe('limits', () => {
  test('The default limits are those of the contract', () => {
    expect(DEFAULT_LIMITS).toEqual({
      orgRequestsPerMinute: 600,
      ipRequestsPerMinute: 30,
      failedAuthenticationsPerMinute: 600,
      webhooksPerAgent: 60,
      webhooksPerOrganization: 60,
      signupStartsPerHour: 30,
      signupResendsPerHour: 5,
      codeMinutes: 15,
      codeGuesses: 5,
      codeMailsPerHour: 10,
      organizationsPerHour: 30,
      unverifiedEmailsPerDay: 10,
      unverifiedAgents: 3,
      verifiedEmailsPerDay: 200,
      verifiedAgents: 25,
      deliveryTimeoutMs: 10_000,
      previousSecretHours: 24,
      a2aInvitationsPerDay: 50,
      waitsPerOrganization: 25,
      unverifiedWaits: 5,
      unverifiedWaitsPerAddress: 10,
      longCallsPerOrganization: 25,
      streamsPerAgent: 25,
      streamsPerOrganization: 100,
      unverifiedStreams: 2,
      unverifiedStreamsPerAddress: 10,
      tunnelRequestsPerMinute: 600,
      tunnelAddressRequestsPerMinute: 300,
      tunnelRequestsAtOnce: 20,
      unverifiedTunnels: 2,
      unverifiedTunnelsPerAddress: 10,
      tunnelsPerOrganization: 100,
      handshakesPerMinute: 120,
      unverifiedPreparationsAtOnce: 1,
      unverifiedDeliveriesPerHour: 600,
      unverifiedDeliveryMegabytesPerHour: 50,
      verifiedDeliveriesPerHour: 100_000,
      verifiedDeliveryMegabytesPerHour: 10_000,
      unverifiedAttemptsAtDestination: 20,
      verifiedAttemptsAtDestination: 100,
      unverifiedFailuresAtDestinationPerMinute: 60,
      verifiedFailuresAtDestinationPerMinute: 600,
      unverifiedStoredMegabytes: 50,
      unverifiedStoredMegabytesPerHour: 100,
      verifiedStoredMegabytes: 50_000,
      unverifiedIdentityTokensPerDay: 200,
      verifiedIdentityTokensPerDay: 10_000,
    });
    expect([DEFAULT_WAIT_TIMEOUT_MS, MAX_WAIT_TIMEOUT_MS]).toEqual([25_000, 55_000]);
    expect([DEFAULT_PAGE_LIMIT, MAX_PAGE_LIMIT]).toEqual([50, 200]);
    expect([IDEMPOTENCY_HOURS, MAX_BODY_BYTES]).toEqual([
      24,
      { mail: 5 * 1024 * 1024, authenticated: 1024 * 1024, open: 64 * 1024 },
    ]);
  });

  test('A limit that a stage sets replaces its default, and the others keep theirs', () => {
    expect(limitsSchema.parse({ codeGuesses: 2 })).toEqual({ ...DEFAULT_LIMITS, codeGuesses: 2 });
  });

  test('An unknown limit is refused by its name', () => {
    expect(limitsSchema.safeParse({ codeGueses: 2 }).error?.message).toContain('codeGueses');
  });

  test.each([-1, 1.5, '5', null, Number.NaN, Number.POSITIVE_INFINITY])('%j is not a valid limit', (value) => {
    expect(limitsSchema.safeParse({ codeGuesses: value }).success).toBe(false);
  });

  test('Delivery delays are between zero seconds and a day', () => {
    expect(deliveryDelaysSchema.safeParse([...DEFAULT_DELIVERY_DELAYS]).success).toBe(true);
    expect(deliveryDelaysSchema.safeParse([]).success).toBe(true);
    for (const bad of [[-1], [86_401], ['5'], 5, Array.from({ length: 51 }, () => 1)]) {
      expect(deliveryDelaysSchema.safeParse(bad).success).toBe(false);
    }
  });
});
