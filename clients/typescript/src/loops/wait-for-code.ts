import type { Client } from '../generated/resources.ts';
import type { FullMessage, MailCode, MailLink } from '../generated/types.ts';
import { mistake, timeOf } from '../mistakes.ts';
import { type FoundMail, type HeldBackReason, type MailWaitOptions, waitForMail } from './received-mail.ts';

export interface WaitForCodeOptions extends MailWaitOptions {
  /**
   * Who sends it: an address (`no-reply@shop.example`), or a domain with its subdomains (`shop.example`). An email that
   * names several authors counts only if each of them is meant. Anyone by default.
   */
  readonly from?: string | undefined;
  /**
   * Only emails later than this: the time before the request for the code, or the `created_at` of the message with the
   * last one. Two minutes ago by default.
   */
  readonly since?: string | Date | undefined;
  /** Whether an email with a confirming link, and without a code, is skipped. False by default. */
  readonly codesOnly?: boolean | undefined;
}

/** The code or the confirming link of an email; null, and `message` too, if none arrived in time. */
export interface FoundCode extends FoundMail {
  /** The first code, as it is to be entered. Null if the email has only a link. */
  readonly code: string | null;
  /** All codes of the email; seldom more than one. */
  readonly codes: readonly MailCode[];
  /** The link by which its reader confirms something, or null. The service never opens it. */
  readonly link: MailLink | null;
}

/** How far a wait without `since` looks back: the email may arrive before the call that waits for it. */
const LOOK_BACK_MS = 120_000;

/** An address or a domain, without a name. */
const SENDER = /^@?[^\s<>,@]+(?:@[^\s<>,@]+)?$/;

/**
 * Waits for an email with a one-time code, or with a link that confirms an address, an account or a login, and returns
 * the first one, oldest first. Automated mail counts. Spam, blocked mail, other senders and emails with neither are
 * skipped, and listed in `heldBack`. `from` is what the email says: check `auth.sender_verified` and `content_warnings`
 * of its message. Rejects with a `ValidationError` for a `from` that is no address or domain, and for a `since`
 * that is no time.
 *
 * See: docs/decisions/0053-loops-of-the-sdks.md#mailwaitforcode.
 */
export async function waitForCode(client: Client, options: WaitForCodeOptions): Promise<FoundCode> {
  const { since = Date.now() - LOOK_BACK_MS, codesOnly = false } = options;
  const after = timeOf(since, 'since');
  const from = senderOf(options.from);
  const reasonToSkip = (message: FullMessage): HeldBackReason | null => {
    const { folder, codes = [] } = message;
    if (from !== undefined && !isFrom(message, from)) return 'other_sender';
    if (codes.length === 0 && (codesOnly || confirmingLink(message) === null)) return 'no_code';
    return folder === 'spam' || folder === 'blocked' ? folder : null;
  };
  const found = await waitForMail(client, options, () => ({ after }), reasonToSkip);
  const codes = found.message?.codes ?? [];
  return { ...found, code: codes[0]?.value ?? null, codes, link: confirmingLink(found.message) };
}

function senderOf(from: string | undefined): string | undefined {
  if (from !== undefined && !SENDER.test(from)) {
    throw mistake('from', `expected an address or a domain, got "${from}"`);
  }
  return from?.toLowerCase().replace(/^@/, '');
}

/** Whether all authors of a message have this address, or one of this domain. */
function isFrom({ from }: FullMessage, sender: string): boolean {
  const isMeant = (address: string) =>
    sender.includes('@')
      ? address === sender
      : `.${address.slice(address.lastIndexOf('@') + 1)}`.endsWith(`.${sender}`);
  return from.length > 0 && from.every(({ address }) => isMeant(address.toLowerCase()));
}

/** All confirming links of a message have one target. Messages of older releases have none. */
function confirmingLink(message: FullMessage | null): MailLink | null {
  return message?.links?.find(({ confirms }) => confirms === true) ?? null;
}
