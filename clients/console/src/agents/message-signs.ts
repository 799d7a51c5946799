import type { FullMessage, MailAuth, Message } from '../../../typescript/src/index.ts';
import { labelOf } from '../widgets/label-of.ts';

/** What a message says about itself that a person should know before reading it. */
interface MessageSigns {
  /** Checks that the message has failed. */
  readonly failures: readonly string[];
  /** What is doubtful about it. */
  readonly doubts: readonly string[];
}

/** A mark of a row. */
interface Mark {
  readonly tone: 'failure' | 'warning' | '';
  readonly label: string;
  readonly title: string;
}

/**
 * Warnings that ordinary email has. The first message of a sender is one of them: it says nothing about the sender,
 * and the checks do. See: docs/safe-reading.md#warnings.
 */
const NOTES: ReadonlySet<string> = new Set(['first_contact', 'not_verified', 'preheader', 'text_from_plain_part']);

const SENDER_CHECKS = ['dmarc', 'spf', 'dkim'] as const;

/** What became of a sent email that its sender has to know about. */
const NOT_DELIVERED: ReadonlySet<string> = new Set(['bounced', 'complained', 'failed', 'denied']);

/** Whether a warning is a reason for doubt, and not a fact that ordinary email has too. */
export function isDoubtful(warning: string): boolean {
  return !NOTES.has(warning);
}

/** The failures and doubts of a received message, as codes. A sent one has none. */
export function signsOf({ auth, content_warnings: warnings, direction }: Message): MessageSigns {
  if (direction !== 'inbound') return { failures: [], doubts: [] };
  return {
    failures: failedChecks(auth),
    doubts: warnings.filter(isDoubtful),
  };
}

/** SPF fails for ordinary forwarded mail: the checks of a sender count only where DMARC does not prove the sender. */
function failedChecks(auth: MailAuth): string[] {
  const ofSender = auth.sender_verified ? [] : SENDER_CHECKS;
  return (['virus', 'spam', ...ofSender] as const).filter((check) => auth[check] === 'fail');
}

/** Whether a sent email did not reach one of its recipients. */
export function isUndelivered({ direction, status }: Pick<Message, 'direction' | 'status'>): boolean {
  return direction === 'outbound' && NOT_DELIVERED.has(status);
}

/** The one mark of a message in a list, the most severe; `undefined` where all is well. */
export function markOf(message: Message): Mark | undefined {
  const { direction, status, detail } = message;
  if (direction === 'outbound') return sentMark(status, detail ?? '');
  const { failures, doubts } = signsOf(message);
  if (failures.length > 0) {
    const names = failures.map(labelOf).join(', ');
    return { tone: 'failure', label: 'Failed checks', title: `Failed: ${names}` };
  }
  if (doubts.length === 0) return undefined;
  return { tone: 'warning', label: 'Doubtful', title: doubts.map(labelOf).join(', ') };
}

function sentMark(status: string, detail: string): Mark | undefined {
  if (NOT_DELIVERED.has(status)) return { tone: 'failure', label: labelOf(status), title: detail || status };
  if (status === 'held') return { tone: 'warning', label: 'Held for approval', title: 'A person has to approve it' };
  if (status === 'queued' && detail !== '') return { tone: 'warning', label: 'Not sent yet', title: detail };
  return { tone: '', label: labelOf(status), title: status };
}

/** The words of a verified or other sender, and their color. */
export function senderSign({ auth }: Pick<FullMessage, 'auth'>): Mark {
  const title = SENDER_CHECKS.map((one) => `${labelOf(one)}: ${labelOf(auth[one])}`).join(', ');
  return { tone: '', label: auth.sender_verified ? 'Sender verified' : 'Sender not verified', title };
}
