/** The reason of a bounce, as in the bounce object of SES. */
interface BounceReason {
  readonly bounceType: 'Permanent' | 'Transient' | 'Undetermined';
  readonly bounceSubType: string;
  readonly status: string;
  readonly diagnosticCode: string;
  readonly reportingMTA: string;
}

/** The outcome of mail to one recipient. */
export interface Scenario {
  /** Absent for an email that is delivered. */
  readonly bounce?: BounceReason;
  /** The reader marks it as spam. */
  readonly complains?: true;
  /** The reader is out of the office. */
  readonly answers?: true;
}

const ARRIVES: Scenario = {};

/**
 * Mail to an address on a suppression list of the account. The guide names no other type for the list of a tenant.
 *
 * Source: SES developer guide, Bounce types; Using the account-level suppression list.
 */
export const ON_SUPPRESSION_LIST: Scenario = {
  bounce: {
    bounceType: 'Permanent',
    bounceSubType: 'OnAccountSuppressionList',
    status: '5.1.1',
    diagnosticCode:
      'Amazon SES did not send the message to this address because it is on the suppression list for your account.',
    reportingMTA: 'dns; amazonses.com',
  },
};

/**
 * The addresses of SES's mailbox simulator. `suppressionlist@` has the bounce types of recorded notifications; the
 * guide has the same pair of types for addresses on the global suppression list.
 *
 * Source: SES developer guide, Using the mailbox simulator; Bounce types.
 */
const SCENARIOS: Readonly<Record<string, Scenario>> = {
  success: ARRIVES,
  bounce: {
    bounce: {
      bounceType: 'Permanent',
      bounceSubType: 'General',
      status: '5.1.1',
      diagnosticCode: 'smtp; 550 5.1.1 user unknown',
      reportingMTA: 'dsn; mta.simulator.amazonses.com',
    },
  },
  complaint: { complains: true },
  suppressionlist: {
    bounce: {
      bounceType: 'Permanent',
      bounceSubType: 'Suppressed',
      status: '5.1.1',
      diagnosticCode:
        'Amazon SES has suppressed sending to this address because it has a recent history of bouncing as an invalid address.',
      reportingMTA: 'dns; amazonses.com',
    },
  },
  ooto: { answers: true },
};

const SIMULATED = /^([^+@]+)(?:\+[^@]*)?@simulator\.amazonses\.com$/;

/**
 * The outcome of mail to an address: the scenario of a simulator address, with or without a label; for any other
 * address, delivery.
 */
export function scenarioOf(address: string): Scenario {
  const name = SIMULATED.exec(address.toLowerCase())?.[1] ?? '';
  return (Object.hasOwn(SCENARIOS, name) ? SCENARIOS[name] : undefined) ?? ARRIVES;
}
