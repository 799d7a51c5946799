/** A built mail and its envelope. */
export interface RawMail {
  from: string;
  to: string[];
  raw: Buffer;
}

/** A provider has accepted an email, possibly not for all recipients. */
export interface SendReceipt {
  providerMessageId: string;
  /** The Message-ID field that the provider has set in place of ours; `null` if it kept ours. */
  rfcMessageId: string | null;
  rejected: readonly { recipient: string; reason: string }[];
}

/** Sends an organization's mail. */
export interface MailProvider {
  /** Whether it is the SES of the stage, and not an account of the organization. */
  readonly isStage?: true;
  /** The provider account, of an organization's own account. */
  readonly accountId?: string;
  /** Throws `PermanentSendError` or `TransientSendError`. */
  send(mail: RawMail): Promise<SendReceipt>;
}

/** The provider will never accept this email. `reason` is shown to the sender. */
export class PermanentSendError extends Error {
  readonly reason: string;

  constructor(reason: string) {
    super(`the provider rejected the mail: ${reason}`);
    this.name = 'PermanentSendError';
    this.reason = reason;
  }
}

/**
 * The provider did not accept the mail this time. `definitelyNotSent`: it said so (throttled, busy), so the next
 * attempt may follow soon. Otherwise its response was lost, and it may have accepted the mail.
 */
export class TransientSendError extends Error {
  readonly reason: string;
  readonly definitelyNotSent: boolean;

  constructor(reason: string, definitelyNotSent: boolean) {
    super(`the provider could not accept the mail: ${reason}`);
    this.name = 'TransientSendError';
    this.reason = reason;
    this.definitelyNotSent = definitelyNotSent;
  }
}
