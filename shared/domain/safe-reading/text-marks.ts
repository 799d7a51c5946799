import { createHash } from 'node:crypto';
import { wordsOf } from './alternatives.ts';

/**
 * Marks of a message's text, which say whether words in sequence are part of it: a Bloom filter over sequences of three
 * words. A few hundred bytes per message take the place of the texts of a thread, which would have to be read for each
 * reply.
 *
 * Of a long text only a part is marked: the sequences with a hash that is a multiple of a power of two. The first byte
 * is the exponent.
 *
 * See: docs/decisions/0048-safe-reading.md#warnings-from-earlier-mail.
 */
export type TextMarks = Uint8Array;

const SEQUENCE = 3;
/** Words of a text that have an effect. */
const MAX_WORDS = 20_000;
/** Ten bits and three hashes for each sequence: 2 of 100 unknown sequences seem known. */
const BITS_EACH = 10;
const HASHES = 3;
/** The bytes of the filter. With them the row of a thread's message stays below one kilobyte. */
const MAX_BYTES = 780;
const MAX_MARKED = Math.floor((MAX_BYTES * 8) / BITS_EACH);
/** Sequences in a row that no message has before a passage counts as unknown: six words. */
const MIN_UNKNOWN = 4;

/** The number of a link in the text of an email, which a reply may quote, and the email itself does not have. */
const LINK_NUMBER = /\[\d{1,4}\]/g;

/** The hashes of the sequences of words of a text, in its order. Linear in the length of the text. */
export function sequencesOf(text: string): Uint32Array {
  const words = wordsOf(text.replace(LINK_NUMBER, ' '), MAX_WORDS).map(({ word }) => hashOf(word));
  const sequences = new Uint32Array(Math.max(0, words.length - SEQUENCE + 1));
  for (let at = 0; at < sequences.length; at += 1) {
    let sequence = 0;
    for (let next = 0; next < SEQUENCE; next += 1) sequence = mixed(sequence ^ (words[at + next] ?? 0));
    sequences[at] = sequence;
  }
  return sequences;
}

/**
 * Marks sequences of words for one thread. The id of the thread, which no correspondent knows, decides which bits stand
 * for a sequence, so that no one can write words that seem to be part of another text.
 */
export function marksOf(sequences: Uint32Array, threadId: string): TextMarks {
  const seed = seedOf(threadId);
  const distinct = new Set<number>();
  for (const sequence of sequences) distinct.add(mixed(sequence ^ seed));
  let shift = 0;
  let marked = [...distinct];
  while (marked.length > MAX_MARKED) {
    shift += 1;
    marked = marked.filter((hash) => isMarked(hash, shift));
  }
  const marks = new Uint8Array(1 + Math.ceil((marked.length * BITS_EACH) / 8));
  marks[0] = shift;
  for (const hash of marked) {
    for (const bit of bitsOf(hash, marks)) marks[1 + (bit >>> 3)] = (marks[1 + (bit >>> 3)] ?? 0) | (1 << (bit & 7));
  }
  return marks;
}

/** Which sequences of words are in none of the texts of a thread. */
export function unknownSequences(
  sequences: Uint32Array,
  threadId: string,
  texts: readonly TextMarks[],
): { readonly unknown: Uint32Array; readonly hasUnknownPassage: boolean } {
  const seed = seedOf(threadId);
  let run = 0;
  let longest = 0;
  const unknown = sequences.filter((sequence) => {
    const hash = mixed(sequence ^ seed);
    if (texts.some((marks) => isMarked(hash, marks[0] ?? 0) && has(marks, hash))) {
      run = 0;
      return false;
    }
    // A long text may have it without a mark.
    if (texts.every((marks) => isMarked(hash, marks[0] ?? 0))) run += 1;
    longest = Math.max(longest, run);
    return true;
  });
  return { unknown, hasUnknownPassage: longest >= MIN_UNKNOWN };
}

function isMarked(hash: number, shift: number): boolean {
  return shift === 0 || hash % 2 ** shift === 0;
}

function has(marks: TextMarks, hash: number): boolean {
  return (
    marks.length > 1 && bitsOf(hash, marks).every((bit) => ((marks[1 + (bit >>> 3)] ?? 0) & (1 << (bit & 7))) !== 0)
  );
}

function bitsOf(hash: number, marks: TextMarks): number[] {
  const size = (marks.length - 1) * 8;
  const step = mixed(hash ^ 0x9e3779b9) | 1;
  return Array.from({ length: HASHES }, (_, n) => ((mixed(hash) + n * (step >>> 0)) >>> 0) % size);
}

function seedOf(threadId: string): number {
  return createHash('sha256').update(threadId).digest().readUInt32LE();
}

/** FNV-1a of the code units of a word, mixed. */
function hashOf(word: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < word.length; at += 1) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
  return mixed(hash);
}

/** The finalizer of MurmurHash3: each bit of the result depends on each bit of the number. */
function mixed(number: number): number {
  let hash = number;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
