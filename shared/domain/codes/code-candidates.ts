/** A one-time code. See: docs/contract/mail.md#codes. */
export interface Code {
  /** As it is to be entered: digits without what separates them; other codes as they are written. */
  readonly value: string;
  readonly kind: 'numeric' | 'alphanumeric';
}

/** What may be a code in a line, and where it is. */
export interface Candidate extends Code {
  readonly start: number;
  readonly end: number;
  /**
   * Whether nothing but its name next to it makes it a code: a year, a word in capitals, letters in lower case. Such a
   * candidate counts only right behind the name, or alone on its line.
   */
  readonly isDoubtful: boolean;
  /** Whether it has only letters, as any word in capitals: then a colon or a verb has to lead to it. */
  readonly isWord: boolean;
}

/** Addresses of the web and of email. No part of them is a code. */
const ADDRESS = /(?:https?:\/\/|www\.)[^\s<>"]*|[^\s<>"@]{1,64}@[^\s<>"@]{1,255}/giu;

/** Letters of scripts that are written without spaces, or put onto a number as a particle, are not part of a word. */
const SIGN = String.raw`[[\p{L}\p{N}]--[\u0590-\u06ff\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]]`;

/** Signs in sequence, with single blanks and what separates groups of digits. */
const RUN = new RegExp(`${SIGN}+(?:[\\-‐‑– .,:\\/]${SIGN}+)*`, 'gv');

/** A number of 4 to 8 digits, whole or in groups of one length, with a prefix as in `G-123456` or without. */
const NUMBER =
  /^(?:[A-Z]{1,2}-)?(?:\d{4,8}|\d{3}[-‐‑– ]\d{3}|\d{4}[-‐‑– ]\d{4}|\d{2}[-‐‑– ]\d{2}(?:[-‐‑– ]\d{2}){0,2}|\d(?:[-‐‑– ]\d){3,7})$/u;
const YEAR = /^(?:19|20)\d\d$/;

/** Letters and digits of a code, in one word or in groups of one length. */
const MIXED = /^(?=.*\d)(?=.*[A-Za-z])[A-Za-z0-9]{5,10}$/;
const MIXED_GROUPS = /^[A-Z0-9]{3,5}(?:[-‐‑][A-Z0-9]{3,5}){1,2}$/;
const CAPITALS = /^[A-Z]{5,8}$/;

/** What is before a number that is none: a currency, the name of another number, the end of a hidden one. */
const BEFORE =
  /(?:[$€£¥₹₽₩₺#№*+×•]|(?<!\p{L})(?:usd|eur|gbp|chf|rs|kr|no\.|nr\.?|number|n[º°]|order|invoice|ticket|case|ref\p{L}*|id|account|konto|cuenta|compte|card|karte|tel|phone|fax|mobile|call|text|ending(?: in| with)?|ends (?:in|with)|last (?:four|4)(?: digits)?|endet auf|endend auf|se terminant par|terminad[ao] en|che termina con|since|copyright|version|v|port|room|suite|street|box))[\s.:]{0,3}$/iu;

/** What is behind a number that is none: a unit, a currency, a share. */
const AFTER =
  /^\s{0,2}(?:[%€£$¥₽]|(?:usd|eur|gbp|chf|kr|z[łl]|k[čc]|ft|lei|tl|руб|min(?:ute|uut|ut)?\p{L}*|sec(?:ond)?\p{L}*|sek\p{L}*|hours?|stunden?|heures?|horas?|ore|uur|tim(?:mar|er)|godzin\p{L}*|hodin\p{L}*|мин\p{L}*|час\p{L}*|days?|tage?n?|jours?|d[íi]as|giorni|dagen|dni|d[nň][íi]|px|pt|km|kg|gb|mb|kb|mah|points?|punkte|pts|people|users?|customers?|members?|items?|times|characters?|digits?|分|秒|時間|分钟|小时|분|시간)(?!\p{L}))/iu;

/** A line with its addresses blanked: what is in them is no code. */
export function withoutAddresses(line: string): string {
  return line.replace(ADDRESS, (address) => ' '.repeat(address.length));
}

/** What may be a code in a line without addresses, in order. The time is linear in the length of the line. */
export function candidatesIn(line: string): Candidate[] {
  const found: Candidate[] = [];
  for (const { 0: run, index } of line.matchAll(RUN)) {
    for (const { text, start } of pieces(run)) {
      const at = index + start;
      const code = codeOf(text);
      if (code !== undefined && !isOtherNumber(line, at, at + text.length)) {
        found.push({ ...code, start: at, end: at + text.length });
      }
    }
  }
  return found;
}

/** The words of a run. Numbers with nothing but a separator between them stay one piece: a date, a price, a phone. */
function pieces(run: string): { text: string; start: number }[] {
  const words = [...run.matchAll(WORD)].map(({ 0: text, index }) => ({ text, start: index }));
  const joined: { text: string; start: number }[] = [];
  for (const word of words) {
    const last = joined.at(-1);
    const isOfNumber =
      last !== undefined && /^[\d\p{P}]*\d$/u.test(lastWord(last.text)) && /^\d[\d\p{P}]*$/u.test(word.text);
    if (last !== undefined && isOfNumber) last.text = `${last.text} ${word.text}`;
    else joined.push({ ...word });
  }
  return joined;
}

/** A word of a run. A sign that is not between two digits ends it. */
const WORD = /(?:[^ .,:/]|(?<=\d)[.,:/](?=\d))+/gu;

function lastWord(text: string): string {
  return text.slice(text.lastIndexOf(' ') + 1);
}

function codeOf(text: string): (Code & { isDoubtful: boolean; isWord: boolean }) | undefined {
  if (NUMBER.test(text)) {
    const value = text.replace(/\D/g, '');
    return { value, kind: 'numeric', isDoubtful: YEAR.test(text), isWord: false };
  }
  if (MIXED.test(text)) {
    const isUpper = text === text.toUpperCase();
    return { value: text, kind: 'alphanumeric', isDoubtful: !isUpper, isWord: false };
  }
  const isWord = !/\d/.test(text);
  if (MIXED_GROUPS.test(text)) return { value: text, kind: 'alphanumeric', isDoubtful: isWord, isWord: false };
  return CAPITALS.test(text) ? { value: text, kind: 'alphanumeric', isDoubtful: true, isWord } : undefined;
}

/** Whether what is around a number says that it is none of a code. */
function isOtherNumber(line: string, start: number, end: number): boolean {
  return BEFORE.test(line.slice(Math.max(0, start - 24), start)) || AFTER.test(line.slice(end, end + 16));
}
