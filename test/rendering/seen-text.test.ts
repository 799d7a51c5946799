import { beforeAll, describe, expect, test } from 'vitest';
import { readableMail } from '#shared/domain/safe-reading/readable-mail.ts';
import { parseMail } from '#shared/services/inbound-mail/parse-mail.ts';
import { SEEN, SHOWN } from '#testing/hiding-techniques.ts';
import { corpusMails } from '#testing/mail-corpus.ts';
import { newsletter } from '#testing/ordinary-mail/newsletter.ts';
import { personalMail } from '#testing/ordinary-mail/personal-mail.ts';
import { sizeOf } from '#testing/test-size.ts';
import { renderedTexts } from './support/rendered-texts.ts';

const MAX_MISSING_SHARE = 0.005;
/** Newsletters and personal emails that are made for the comparison. */
const NEWSLETTERS = sizeOf({ usual: 20, full: 150 });
const PERSONAL = sizeOf({ usual: 10, full: 60 });
/** Emails that are compared, those with ordinary forms included. */
const MIN_EMAILS = sizeOf({ usual: 180, full: 300 });

interface Compared {
  readonly name: string;
  readonly html: string;
  /** The words of the text that Chromium shows, and those of the text that an agent reads. */
  rendered: string[];
  read: string[];
}

/** A soft hyphen divides no word, although `innerText` has it. */
const wordsOf = (text: string) =>
  text
    .replace(/\p{Default_Ignorable_Code_Point}+/gu, '')
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** The words of one list that the other does not have as often. */
function surplus(words: readonly string[], other: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const word of other) left.set(word, (left.get(word) ?? 0) + 1);
  return words.filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count <= 0;
  });
}

/** The text that an agent reads, without what it has for the marks of lists, which `innerText` lacks. */
function textWithoutMarkers(html: string): string {
  return readableMail(null, html)
    .lines.map(({ text }) => text.replace(/^\s*(?:\d+\.|[-•]) |\[[x ]\]/g, ''))
    .join('\n');
}

async function compare(mails: readonly { name: string; html: string }[]): Promise<Compared[]> {
  const rendered = await renderedTexts(mails.map(({ html }) => html));
  return mails.map(({ name, html }, index) => ({
    name,
    html,
    rendered: wordsOf(rendered[index] ?? ''),
    read: wordsOf(textWithoutMarkers(html)),
  }));
}

describe('what Chromium shows and what an agent reads', () => {
  let ordinary: Compared[];

  beforeAll(async () => {
    const mails: { name: string; html: string }[] = [];
    for (const { name, raw } of corpusMails()) {
      const { html } = (await parseMail(raw, 'envelope@example.com')).content;
      if (html !== null) mails.push({ name, html });
    }
    for (let index = 0; index < NEWSLETTERS; index += 1) mails.push(newsletter(index));
    for (let index = 0; index < PERSONAL; index += 1) mails.push(personalMail(index));
    ordinary = await compare(mails);
  });

  test('An agent reads what Chromium shows of ordinary emails, but for half a percent of the words', () => {
    const missing = ordinary.map(({ name, rendered, read }) => ({ name, words: surplus(rendered, read) }));
    const count = missing.reduce((sum, { words }) => sum + words.length, 0);
    const shown = ordinary.reduce((sum, { rendered }) => sum + rendered.length, 0);
    console.log(`${ordinary.length} emails: Chromium shows ${shown} words, of which ${count} are missing`);
    expect(count / shown, JSON.stringify(missing.filter(({ words }) => words.length > 0))).toBeLessThanOrEqual(
      MAX_MISSING_SHARE,
    );
  });

  test('An agent reads no words of ordinary emails that Chromium does not show', () => {
    const more = ordinary
      .map(({ name, rendered, read }) => ({ name, words: surplus(read, rendered) }))
      .filter(({ words }) => words.length > 0);
    expect(more).toEqual([]);
    expect(ordinary.length + SHOWN.length).toBeGreaterThanOrEqual(MIN_EMAILS);
  });

  test('Chromium shows the words that ordinary newsletters show', async () => {
    for (const { name, rendered, read } of await compare(SHOWN)) {
      expect(rendered, name).toEqual(expect.arrayContaining(wordsOf(SEEN)));
      expect(surplus(rendered, read), name).toEqual([]);
    }
  });
});
