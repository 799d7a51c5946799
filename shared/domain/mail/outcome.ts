/**
 * The outcomes of a message at one recipient. If its recipients have different outcomes, the message has the status of
 * the most severe one, no matter in which order they arrive.
 *
 * See: docs/contract/mail.md#outcomes; docs/contract/events.md#which-log.
 */
const OUTCOME_KINDS = ['delivered', 'bounced', 'complained', 'failed'] as const;
export type OutcomeKind = (typeof OUTCOME_KINDS)[number];

export type OutboundStatus = 'queued' | 'sent' | OutcomeKind;

/** The event of an outcome. A refusal by the provider is a bounce for clients that wait for one. */
export const OUTCOME_EVENT = {
  delivered: 'mail.delivered',
  bounced: 'mail.bounced',
  complained: 'mail.complained',
  failed: 'mail.bounced',
} as const satisfies Record<OutcomeKind, string>;

const SEVERITY: Readonly<Record<OutboundStatus, number>> = {
  queued: 0,
  sent: 1,
  delivered: 2,
  bounced: 3,
  complained: 4,
  failed: 5,
};

/** The status of a message after an update: the more severe of both. */
export function moreSevere(status: OutboundStatus, update: OutboundStatus): OutboundStatus {
  return SEVERITY[update] > SEVERITY[status] ? update : status;
}

/** An outcome for one recipient. `detail` is the provider's diagnosis. */
export interface MailOutcome {
  kind: OutcomeKind;
  recipient: string;
  detail: Readonly<Record<string, unknown>>;
  /** Whether the organization must not send mail to the address again. */
  suppress: boolean;
}
