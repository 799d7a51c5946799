import { seenText } from '../safe-reading/seen-value.ts';

const MAX_LENGTH = 100;

/**
 * An address in a form that a person reads and no mail program turns into a link: `ada[at]example[.]com`. Every other
 * text stays readable too, without schemes, dots between letters, and line breaks.
 */
export function inertAddress(address: string): string {
  const text = seenText(address.normalize('NFKC'))
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .replaceAll('@', '[at]')
    .replace(/[.\u3002](?=\S)/gu, '[.]')
    .replace(/[:/\\]/g, '');
  const characters = Array.from(text);
  return characters.length > MAX_LENGTH ? `${characters.slice(0, MAX_LENGTH).join('')}…` : text;
}
