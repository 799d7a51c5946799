/** A built mail and its envelope. */
export interface RawMail {
  from: string;
  to: string[];
  raw: Buffer;
}

/** That a provider took a mail, and for whom it refused it all the same. */
export interface SendReceipt {
  providerMessageId: string;
  /** The Message-ID field that the provider wrote in place of ours; null where it keeps ours. */
  rfcMessageId: string | null;
  rejected: readonly { recipient: string; reason: string }[];
}

/** Whoever carries an organization's mail to the world. */
export interface MailProvider {
  /** Throws `ProviderRefusal` or `ProviderTrouble`. */
  send(mail: RawMail): Promise<SendReceipt>;
}

/** The provider will never take this mail. `reason` is shown to the sender. */
export class PermanentSendError extends Error {
  readonly reason: string;

  constructor(reason: string) {
    super(`the provider refuses the mail: ${reason}`);
    this.name = 'ProviderRefusal';
    this.reason = reason;
  }
}

/**
 * The provider did not take the mail now. `certain`: it said so (throttled, busy), so another attempt may follow at
 * once; otherwise its answer was lost, and it may have taken it.
 */
export class TransientSendError extends Error {
  readonly reason: string;
  readonly definitelyNotSent: boolean;

  constructor(reason: string, definitelyNotSent: boolean) {
    super(`the provider is in trouble: ${reason}`);
    this.name = 'ProviderTrouble';
    this.reason = reason;
    this.definitelyNotSent = definitelyNotSent;
  }
}
