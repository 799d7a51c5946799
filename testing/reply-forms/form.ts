/** An email with a quotation, or one that looks as if it had one, and what its author wrote in it. */
export interface ReplyForm {
  readonly name: string;
  readonly subject: string;
  /** Whether the email has `In-Reply-To`. */
  readonly isAnswer: boolean;
  readonly body: string;
  readonly format: 'plain' | 'html';
  /** Each of these texts is in what the author wrote. */
  readonly written: readonly string[];
  /** None of these texts is: the quoted message, and what introduces it. */
  readonly quoted: readonly string[];
  readonly isForward: boolean;
  /** Who wrote the quoted message and when; undefined where the form does not say it. */
  readonly from?: string | null;
  readonly at?: string | null;
}

/** What the quoted message says. */
export const EARLIER = 'The lamp of last week has not arrived. Can you look into it?';

export function plain(
  name: string,
  body: string,
  written: readonly string[],
  rest: Partial<ReplyForm> = {},
): ReplyForm {
  return {
    name,
    subject: 'Re: Lamp',
    isAnswer: true,
    body,
    format: 'plain',
    written,
    quoted: ['has not arrived', 'Ada Love', 'ada@example.com'],
    isForward: false,
    ...rest,
  };
}

export function html(name: string, body: string, written: readonly string[], rest: Partial<ReplyForm> = {}): ReplyForm {
  return { ...plain(name, body, written, rest), format: 'html' };
}

export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
