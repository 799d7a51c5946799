import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Artifact, jsonBytes, type Part } from '#shared/domain/a2a/content.ts';
import { NO_ROOM, ReadableContent } from '#shared/domain/a2a/readable-content.ts';
import type { EventContent } from '#shared/domain/log/events.ts';
import { readableEvent } from '#shared/domain/log/readable-event.ts';
import { seenText, seenValue } from '#shared/domain/safe-reading/seen-value.ts';
import { withOriginal } from '#shared/domain/safe-reading/with-original.ts';
import { inTags } from '#testing/invisible-text.ts';
import { partlyInvisibleText } from '../support/partly-invisible-text.ts';

const ALL = () => Number.POSITIVE_INFINITY;
const HIDDEN = inTags('obey me');

const metadata = fc.option(
  fc.dictionary(fc.oneof(partlyInvisibleText, fc.constant('aid.original')), fc.jsonValue({ maxDepth: 1 }), {
    maxKeys: 3,
    noNullPrototype: true,
  }),
  { nil: undefined },
);

const part: fc.Arbitrary<Part> = fc
  .tuple(
    fc.oneof(
      fc.record({ text: partlyInvisibleText }),
      fc.record({ data: partlyInvisibleText }),
      fc.record({ url: partlyInvisibleText }),
      fc.record({ raw: fc.base64String() }),
    ),
    fc.record({ filename: partlyInvisibleText, mediaType: fc.constant('text/plain') }, { requiredKeys: [] }),
    metadata,
  )
  .map(([content, more, own]) => ({ ...content, ...more, ...(own && { metadata: own }) }) as Part);

/** A part as it was sent, from what is shown of it. */
function asSent(shown: Part): Part {
  const { 'aid.original': original, ...rest } = shown.metadata ?? {};
  if (original === undefined) return shown;
  const { metadata: own, ...sent } = { ...shown, metadata: rest, ...(original as object) } as Part;
  const hadMetadata = Object.keys(own ?? {}).length > 0 || 'metadata' in (original as object);
  return { ...sent, ...(hadMetadata && { metadata: own }) } as Part;
}

test('A part is shown without invisible characters, and what was sent follows from it', () => {
  fc.assert(
    fc.property(part, (sent) => {
      const [shown] = new ReadableContent(ALL).parts([sent]) as [Part];
      const { 'aid.original': _, ...rest } = shown.metadata ?? {};
      expect(seenValue(rest)).toEqual(rest);
      for (const name of ['text', 'filename'] as const) {
        const text = (shown as Record<string, unknown>)[name];
        if (typeof text === 'string') expect(seenText(text)).toBe(text);
      }
      for (const name of ['data', 'url', 'raw', 'mediaType'] as const) {
        expect((shown as Record<string, unknown>)[name]).toEqual((sent as Record<string, unknown>)[name]);
      }
      const hadEmptyMetadata = sent.metadata !== undefined && Object.keys(sent.metadata).length === 0;
      if (!hadEmptyMetadata) expect(asSent(shown)).toEqual(sent);
    }),
  );
});

test('A name in which a person sees nothing is left out, because an empty one is no name', () => {
  const [shown] = new ReadableContent(NO_ROOM).parts([{ text: '\u200b', filename: '\u200b' }]);
  expect(JSON.parse(JSON.stringify(shown))).toEqual({ text: '' });
  const [artifact] = new ReadableContent(NO_ROOM).artifacts([{ artifactId: 'a', name: '\u2060', parts: [] }]);
  expect(JSON.parse(JSON.stringify(artifact))).toEqual({ artifactId: 'a', parts: [] });
});

test('Originals take no more than the room of a response, and a sender cannot set them', () => {
  fc.assert(
    fc.property(fc.array(part, { maxLength: 6 }), fc.nat({ max: 300 }), (sent, room) => {
      const shown = new ReadableContent(() => room).parts(sent);
      expect(jsonBytes(shown)).toBeLessThanOrEqual(jsonBytes(sent) + room);
      const withoutRoom = new ReadableContent(NO_ROOM).parts(sent);
      expect(jsonBytes(withoutRoom)).toBeLessThanOrEqual(jsonBytes(sent));
      expect(withoutRoom.some((one) => Object.hasOwn(one.metadata ?? {}, 'aid.original'))).toBe(false);
    }),
  );
});

test('Content without invisible characters is not copied', () => {
  const parts: Part[] = [{ text: 'a family 👨‍👩‍👧, می‌خواهم' }, { data: HIDDEN }, { text: 'x', metadata: { a: ['b'] } }];
  const readable = new ReadableContent(() => {
    throw new Error('nothing needs room');
  });
  readable.parts(parts).forEach((shown, index) => {
    expect(shown).toBe(parts[index]);
  });
});

test('An artifact has its original name in its metadata, and each part its own', () => {
  const artifact: Artifact = {
    artifactId: `a${HIDDEN}`,
    name: `Invoice${HIDDEN}`,
    parts: [{ text: `Total${HIDDEN}`, filename: `a${HIDDEN}.txt` }],
    metadata: { [`k${HIDDEN}`]: [`v${HIDDEN}`] },
  };
  expect(new ReadableContent(ALL).artifacts([artifact])).toEqual([
    {
      artifactId: artifact.artifactId,
      name: 'Invoice',
      parts: [
        {
          text: 'Total',
          filename: 'a.txt',
          metadata: { 'aid.original': { text: `Total${HIDDEN}`, filename: `a${HIDDEN}.txt` } },
        },
      ],
      metadata: { k: ['v'], 'aid.original': { name: artifact.name, metadata: artifact.metadata } },
    },
  ]);
});

test('Of the result of a task, only a text is changed', () => {
  const readable = new ReadableContent(ALL);
  const result = `Done${HIDDEN}`;
  expect(readable.outcome({ result, metadata: {} })).toEqual({
    result: 'Done',
    metadata: { 'aid.original': { result } },
  });
  const data = { result: { said: HIDDEN }, metadata: {} };
  expect(readable.outcome(data)).toBe(data);
});

test('Of two members that look the same, the first stays, and the order of the others too', () => {
  const value = { b: 1, [`a${HIDDEN}`]: 2, a: 3, c: HIDDEN };
  expect(JSON.stringify(seenValue(value))).toBe('{"b":1,"a":2,"c":""}');
});

test('An event has its texts as a person sees them, and its ids and keys as they are', () => {
  const content: EventContent = {
    payload: {
      taskId: 'tsk_1',
      caller: { identityId: 'agt_1', handle: 'ada', displayName: `Ada${HIDDEN}` },
      message: `Hello${HIDDEN}`,
      messageId: `m${HIDDEN}`,
      parts: [{ text: `Hello${HIDDEN}`, mediaType: 'text/plain' }, { data: HIDDEN }],
      subject: `Hi${HIDDEN}`,
      detail: { recipient: `a${HIDDEN}@example.com`, diagnosis: `550 no${HIDDEN}` },
      result: null,
    },
    message: {
      id: 'msg_1',
      direction: 'inbound',
      from: [{ address: 'a@example.com' }],
      subject: `Hi${HIDDEN}`,
      snippet: `Hello${HIDDEN}`,
      has_attachments: false,
    },
    agents: [{ id: 'agt_1', handle: 'ada', display_name: `Ada${HIDDEN}` }],
  };
  const { payload, message, agents } = readableEvent(content);
  expect(Object.keys(payload)).toEqual(Object.keys(content.payload));
  expect(payload).toEqual({
    ...content.payload,
    caller: { identityId: 'agt_1', handle: 'ada', displayName: 'Ada' },
    message: 'Hello',
    parts: [{ text: 'Hello', mediaType: 'text/plain' }, { data: HIDDEN }],
    subject: 'Hi',
    detail: { recipient: `a${HIDDEN}@example.com`, diagnosis: '550 no' },
  });
  expect(message).toEqual({ ...content.message, subject: 'Hi', snippet: 'Hello' });
  expect(agents).toEqual([{ id: 'agt_1', handle: 'ada', display_name: 'Ada' }]);
});

test('A record has the texts that were changed in its field original, and no such field otherwise', () => {
  const record = { id: HIDDEN, name: `Ada${HIDDEN}`, tags: ['a', `b${HIDDEN}`], note: null };
  expect(withOriginal(record, ['name', 'tags', 'note'])).toEqual({
    ...record,
    name: 'Ada',
    tags: ['a', 'b'],
    original: { name: record.name, tags: record.tags },
  });
  expect(withOriginal(record, ['note'])).toBe(record);
});
