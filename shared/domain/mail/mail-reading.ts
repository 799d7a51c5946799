import type { Code } from '../codes/code-candidates.ts';

/** The bodies of an email that its text can be made of. */
export const TEXT_SOURCES = ['html', 'plain'] as const;
type TextSource = (typeof TEXT_SOURCES)[number];

/** A link that a person sees in an email. */
export interface MailLink {
  /** Its number in the text of the email. */
  readonly id: number;
  /** Its label. */
  readonly text: string;
  /** Its target, as the email has it. */
  readonly url: string;
  /** The host of the target; empty where it has none. */
  readonly host: string;
  /** What is odd about it, as codes. */
  readonly warnings: readonly string[];
  /** Whether who follows it confirms something, such as an address or a login. Absent if that was not looked for. */
  readonly confirms?: boolean;
}

/** Who wrote the message that an email quotes, and when, in the words of the email; null where it does not say so. */
interface Quoted {
  readonly from: string | null;
  readonly at: string | null;
}

/** What the reader found out about the text of an email. See: docs/contract/mail.md#what-was-read. */
export interface MailReading {
  readonly textSource: TextSource;
  readonly links: readonly MailLink[];
  readonly quoted: Quoted | null;
  /** Whether the email passes on another one, so that the text of that one is part of what its author says. */
  readonly isForward: boolean;
  /** The one-time codes that a person sees in it. */
  readonly codes: readonly Code[];
}
