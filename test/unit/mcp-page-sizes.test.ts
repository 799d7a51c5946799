import { beforeAll, expect, test } from 'vitest';
import { messageResult } from '#functions/http/mcp/results/message.ts';
import type { ToolResult } from '#functions/http/mcp/results/result-record.ts';
import { threadResult } from '#functions/http/mcp/results/thread.ts';
import { parseMail } from '#shared/services/inbound-mail/parse-mail.ts';
import { corpusMails } from '#testing/mail-corpus.ts';
import { countTokens } from '../support/count-tokens.ts';
import { aMessage, receivedMessage } from '../support/mail-records.ts';
import { aThread, listPages } from '../support/result-pages.ts';

/** What a result may have in a model's context, by two published tokenizers. See: docs/contract/mcp.md#results. */
const MAX_TOKENS = 10_000;
/** What each page but the last has at least. */
const MIN_TOKENS = 6_500;

const EMAILS = 200;
let emails: ReturnType<typeof receivedMessage>[];

beforeAll(async () => {
  const raw = corpusMails().slice(0, EMAILS);
  const parsed = await Promise.all(raw.map((one) => parseMail(one.raw, 'ada@sender.example')));
  emails = parsed.map((mail, index) => receivedMessage(mail, 1000 - index));
});

/** The real tokens of the larger form. */
const tokensOf = ({ structured, text }: ToolResult) =>
  Math.max(...[JSON.stringify(structured), text].map((form) => countTokens(form)));

/** Prints what pages have, and holds their bounds. */
function expectFull(what: string, pages: readonly ToolResult[]): void {
  const tokens = pages.map(tokensOf);
  console.info(`${what}: ${pages.length} calls, ${tokens.join(' ')} tokens`);
  expect(Math.max(...tokens)).toBeLessThanOrEqual(MAX_TOKENS);
  expect(Math.min(...tokens.slice(0, -1))).toBeGreaterThanOrEqual(MIN_TOKENS);
}

test('A page of a list has as many emails as fit into 10,000 real tokens: 200 emails take at most 6 calls', () => {
  expect(emails).toHaveLength(EMAILS);
  const pages = listPages(emails, 50);
  expectFull('200 emails of other projects', pages);
  expect(pages.length).toBeLessThanOrEqual(6);
  expect(listPages(emails, 20)).toHaveLength(EMAILS / 20);
});

test('A page of emails with long names and many warnings has as many as fit', () => {
  const words = 'The lamp that I ordered has not arrived, and the page of the carrier says so. ';
  const long = Array.from({ length: EMAILS }, (_, index) =>
    aMessage(
      {
        from: [{ address: `ada-${index}@sender.example`, name: `Ada ${words}` }],
        subject: `${index} ${words.repeat(2)}`,
        snippet: words.repeat(3).slice(0, 200),
        content_warnings: ['not_verified', 'first_contact', 'preheader'],
      },
      EMAILS - index,
    ),
  );
  expectFull('200 emails with long names', listPages(long, 50));
});

test('A page of a thread has as many messages as fit, and a long one leaves room for others', () => {
  const messages = Array.from({ length: EMAILS }, (_, index) => {
    const text = 'I will look into it and write to you tomorrow. '.repeat(index % 10 === 0 ? 400 : 10);
    return aMessage({ text, extracted_text: text }, index);
  });
  const pages: ToolResult[] = [];
  for (let cursor: string | undefined; pages.length === 0 || cursor !== undefined; ) {
    const page = threadResult(aThread(messages), { cursor });
    pages.push(page);
    cursor = page.structured.next_cursor as string | undefined;
  }
  expectFull('a thread of 200 messages', pages);
});

test('An email of 12,000 characters is one result, in several languages', () => {
  const sentences = {
    English: 'The lamp that I ordered three weeks ago has not arrived, and the carrier does not answer. ',
    German: 'Die Lampe, die ich vor drei Wochen bestellt habe, ist bis heute nicht bei mir angekommen. ',
    French: 'La lampe que j’ai commandée il y a trois semaines n’est toujours pas arrivée chez moi. ',
    Spanish: 'La lámpara que pedí hace tres semanas todavía no ha llegado, y nadie me contesta el teléfono. ',
  };
  for (const [language, sentence] of Object.entries(sentences)) {
    const text = sentence
      .repeat(Math.ceil(12_000 / sentence.length))
      .slice(0, 12_000)
      .trim();
    const result = messageResult(aMessage({ text, extracted_text: text }));
    expect([language, result.structured.next_offset]).toEqual([language, undefined]);
    expect(result.text).toContain(text);
  }
});
