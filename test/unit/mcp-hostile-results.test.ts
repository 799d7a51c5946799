import fc from 'fast-check';
import { expect, test } from 'vitest';
import { messageResult } from '#functions/http/mcp/results/message.ts';
import { messagesResult } from '#functions/http/mcp/results/messages.ts';
import { threadResult } from '#functions/http/mcp/results/thread.ts';
import { parseMail } from '#shared/services/inbound-mail/parse-mail.ts';
import { hostileMail } from '#testing/hostile-mail/hostile-mail.ts';
import { MAIL_TECHNIQUES, rawTechnique } from '#testing/mail-techniques.ts';
import { seedOfRun } from '#testing/seed.ts';
import { aMessage, anyMessage, receivedMessage } from '../support/mail-records.ts';
import { expectBounds, readResult } from '../support/read-result.ts';
import { aThread, listed, pagesOf } from '../support/result-pages.ts';

const MARKER = 'zqmarkerqz';

test('Nothing that others wrote is outside of the marks: no name, address, type, subject, file name, note or text', () => {
  const marked = (before: string) => `${before}${MARKER}`;
  const person = { address: `"${MARKER}"@example.com`, name: marked('Ada ') };
  const message = aMessage({
    from: [person],
    to: [person],
    cc: [person],
    reply_to: [person],
    subject: marked('Order '),
    snippet: marked('Hello '),
    detail: marked('not parsed: '),
    attachments: [
      {
        id: 'att_1',
        filename: marked('a.'),
        content_type: `text/${MARKER}`,
        size: 1,
        content_id: MARKER,
        disposition: 'inline',
      },
    ],
    text: marked('Hello '),
    extracted_text: marked('Hello '),
    hidden_text: marked('Hidden '),
    rfc_message_id: MARKER,
    headers: [{ name: MARKER, value: MARKER }],
    html: MARKER,
  });
  const results = [
    messageResult(message),
    messageResult(message, { includeQuoted: true }),
    messagesResult({ messages: [message] }),
    threadResult(aThread([message], { subject: MARKER })),
  ];
  for (const result of results) {
    expectBounds(result);
    const { outside, blocks } = readResult(result);
    expect(outside.filter((form) => form.includes(MARKER))).toEqual([]);
    for (const [text] of blocks) expect(text?.split(MARKER).length).toBeGreaterThan(8);
  }
});

test('The bounds hold for any message, and its pages end', () => {
  fc.assert(
    fc.property(anyMessage, (message) => {
      pagesOf(message);
      expectBounds(messageResult(message, { includeQuoted: true }));
    }),
    { numRuns: 60 },
  );
});

test('The bounds hold for any mailbox, and no message of it is lost', () => {
  fc.assert(
    fc.property(fc.array(anyMessage, { maxLength: 12, size: 'max' }), (given) => {
      const messages = given.map((message, index) => ({
        ...message,
        id: aMessage({}, 100 - index).id,
        created_at: aMessage({}, 100 - index).created_at,
      }));
      expect(listed(messages)).toEqual(messages.map(({ id }) => id));
      expectBounds(threadResult(aThread(messages.toReversed())));
    }),
    { numRuns: 30 },
  );
});

test('No text of 200 hostile emails and of every technique of hiding leaves its block', async () => {
  const raw = Array.from({ length: 200 }, (_, index) => hostileMail(seedOfRun(), index).raw).filter(
    ({ length }) => length < 300_000,
  );
  const techniques = MAIL_TECHNIQUES.map((technique) => Buffer.from(rawTechnique(technique, 'bot@agents.example')));
  const messages = await Promise.all(
    [...raw, ...techniques].map(async (one, index) =>
      receivedMessage(await parseMail(one, 'x@sender.example'), 1000 - index),
    ),
  );
  expect(messages.length).toBeGreaterThan(300);
  for (const message of messages) {
    pagesOf(message);
    expectBounds(messageResult(message, { includeQuoted: true }));
  }
  expect(listed(messages)).toHaveLength(messages.length);
});
