/**
 * What may become of a message on its way to a recipient, and how a message stands when its recipients differ: the
 * gravest outcome wins, in whatever order the outcomes come.
 *
 * See: docs/contract/mail.md#outcomes; docs/contract/events.md#which-log.
 */
export const OUTCOME_KINDS = ['delivered', 'bounced', 'complained', 'failed'] as const;
export type OutcomeKind = (typeof OUTCOME_KINDS)[number];

export type OutboundStatus = 'queued' | 'sent' | OutcomeKind;

/** The event an outcome appends. A refusal by the provider is a bounce to whoever waits for one. */
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

/** The status of a message after more has become known. */
export function moreSevere(status: OutboundStatus, news: OutboundStatus): OutboundStatus {
  return SEVERITY[news] > SEVERITY[status] ? news : status;
}

/** An outcome for one recipient. `detail` is what the provider said, beside the recipient. */
export interface MailOutcome {
  kind: OutcomeKind;
  recipient: string;
  detail: Readonly<Record<string, unknown>>;
  /** Whether the address must not be written to again. */
  suppress: boolean;
}
