import { answerMarkLength } from '../quotations/subject-marks.ts';

/** What servers put before the subject of mail from outside. */
const OUTSIDE = /^\[(?:external|ext|extern|externe|externo)(?: email)?\]:?\s*/i;

/** No one answers more often without a program that shortens the prefixes. */
const MAX_PREFIXES = 10;

/** A subject without the prefixes of answers, and whether it had any. */
export interface Topic {
  readonly text: string;
  readonly isAnswer: boolean;
}

/**
 * The topic of a subject: without prefixes of answers and marks of outside mail, in lower case, with single blanks.
 * Prefixes of forwarded messages stay, because a forward answers nothing. Linear in the length of the subject.
 */
export function topicOf(subject: string): Topic {
  let text = subject.replace(/\s+/g, ' ').trim();
  let isAnswer = false;
  for (let count = 0; count < MAX_PREFIXES; count += 1) {
    const outside = OUTSIDE.exec(text)?.[0].length ?? 0;
    const answer = outside > 0 ? 0 : answerMarkLength(text);
    if (outside + answer === 0) break;
    isAnswer ||= answer > 0;
    text = text.slice(outside + answer).trimStart();
  }
  return { text: text.trim().toLowerCase(), isAnswer };
}
