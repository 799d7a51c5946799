/**
 * What mail programs put before the subject of a reply, in their languages. Some number it: `Re[2]:`.
 *
 * See: RFC 5322, section 3.6.5.
 */
const ANSWER = new RegExp(
  `^(?:${[
    're',
    'aw',
    'antw(?:ort|oord)?',
    'sv',
    'svar',
    'vs',
    'vast',
    'odp',
    'r',
    'rif',
    'ref',
    'rép',
    'res',
    'resp',
    'vá',
    'ynt',
    'yan',
    'atb',
    'bls',
    'ats',
    'απ',
    'σχετ',
    'отв',
    'ответ',
    'відп',
    'на',
    'тема',
    'תשובה',
    'השב',
    'رد',
    '回复',
    '回覆',
    '答复',
    '答覆',
    '返信',
    '회신',
    'ตอบ',
    'trả lời',
  ].join('|')})(?:\\[\\d{1,3}\\]|\\(\\d{1,3}\\)|\\^\\d{1,3})?\\s?[:：]\\s*`,
  'iu',
);

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
    const outside = OUTSIDE.exec(text)?.[0] ?? '';
    const answer = outside === '' ? (ANSWER.exec(text)?.[0] ?? '') : '';
    if (outside === '' && answer === '') break;
    isAnswer ||= answer !== '';
    text = text.slice((outside || answer).length);
  }
  return { text: text.trim().toLowerCase(), isAnswer };
}
