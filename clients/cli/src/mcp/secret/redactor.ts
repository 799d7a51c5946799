import { beginningsOf, type Form, formsOf, lengthOf } from './secret-forms.ts';

export const REDACTED = '[redacted]';

/** A shorter text would match everywhere. */
export const MIN_SECRET_CHARACTERS = 4;
/** The minimum length at which a single line of a secret is redacted. */
const MIN_LINE_CHARACTERS = 8;

/** Redacts secrets in text that arrives in chunks, wherever it is split. */
export class Redactor {
  /** The forms by their first characters. Most text contains none of these. */
  readonly #forms = new Map<string, Form[]>();
  readonly #longest: number = 0;
  #waiting = '';
  /** Where the last match ends, in the pending text. */
  #secretUntil = 0;

  constructor(secrets: readonly string[]) {
    for (const form of [...new Set(secrets.flatMap(partsOf))].flatMap(formsOf)) {
      this.#longest = Math.max(this.#longest, lengthOf(form));
      for (const beginning of new Set(beginningsOf(form, MIN_SECRET_CHARACTERS))) {
        const known = this.#forms.get(beginning);
        if (known === undefined) this.#forms.set(beginning, [form]);
        else known.push(form);
      }
    }
  }

  /** Adds a chunk, and returns the text that can no longer change. */
  push(piece: string): string {
    this.#waiting += piece;
    return this.#take(Math.max(0, this.#waiting.length - this.#longest));
  }

  /** The remaining text. */
  end(): string {
    return this.#take(this.#waiting.length);
  }

  /** The text before a position. A match that begins there may end after it, and matches may overlap. */
  #take(end: number): string {
    const text = this.#waiting;
    let taken = '';
    let secretUntil = this.#secretUntil;
    let plainFrom = secretUntil;
    for (let place = 0; place < end; place += 1) {
      const length = this.#lengthAt(text, place);
      if (length === 0) continue;
      if (place >= secretUntil) taken += text.slice(plainFrom, place) + REDACTED;
      secretUntil = Math.max(secretUntil, place + length);
      plainFrom = secretUntil;
    }
    this.#waiting = text.slice(end);
    this.#secretUntil = Math.max(0, secretUntil - end);
    return taken + text.slice(plainFrom, Math.max(plainFrom, end));
  }

  /** How long the longest form is that begins here; 0 if there is none. */
  #lengthAt(text: string, place: number): number {
    let longest = 0;
    for (const form of this.#forms.get(text.slice(place, place + MIN_SECRET_CHARACTERS)) ?? []) {
      longest = Math.max(longest, endOf(form, text, place) - place);
    }
    return longest;
  }
}

/** Where the longest text in this form that begins at a place ends; the place itself if there is none. */
function endOf({ places, gaps }: Form, text: string, start: number): number {
  let ends: readonly number[] = [start];
  for (const [index, texts] of places.entries()) {
    const next = new Set<number>();
    for (const end of ends) {
      for (const from of index === 0 ? [end] : [end, ...after(gaps, text, end)]) {
        for (const found of after(texts, text, from)) next.add(found);
      }
    }
    if (next.size === 0) return start;
    ends = [...next];
  }
  return Math.max(...ends);
}

function after(texts: readonly string[], text: string, place: number): readonly number[] {
  return texts.filter((one) => text.startsWith(one, place)).map((one) => place + one.length);
}

/** The texts to redact: the secret, the secret without surrounding white space, and its lines. */
function partsOf(secret: string): readonly string[] {
  const lines = secret.split(/\r?\n/).map((line) => line.trim());
  return [
    ...[secret, secret.trim()].filter(({ length }) => length >= MIN_SECRET_CHARACTERS),
    ...(lines.length === 1 ? [] : lines.filter(({ length }) => length >= MIN_LINE_CHARACTERS)),
  ];
}
