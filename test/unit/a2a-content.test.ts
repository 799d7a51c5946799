import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { partOf, partRecord } from '#functions/http/a2a/part-record.ts';
import {
  type Artifact,
  contentOf,
  contentOfText,
  inlineText,
  jsonBytes,
  MAX_INLINE_TEXT_BYTES,
  MAX_PARTS_BYTES,
  MAX_PARTS_JSON_BYTES,
  withArtifacts,
} from '#shared/domain/a2a/content.ts';

const kind = fc.oneof(
  fc.record({ text: fc.string() }),
  fc.record({ raw: fc.base64String() }),
  fc.record({ url: fc.webUrl() }),
  fc.record({ data: fc.jsonValue() }),
);
const given = fc
  .tuple(
    kind,
    fc.record({ media_type: fc.constant('text/plain'), filename: fc.string() }, { requiredKeys: [] }),
    fc.option(fc.dictionary(fc.string(), fc.jsonValue()), { nil: undefined }),
  )
  .map(([content, more, metadata]) => ({ ...content, ...more, ...(metadata === undefined ? {} : { metadata }) }));

describe('parts', () => {
  test('Parts are returned as they were sent', () => {
    fc.assert(
      fc.property(given, (part) => {
        const inside = partOf(part);
        expect(inside).not.toHaveProperty('media_type');
        expect(partRecord(inside)).toEqual(part);
      }),
    );
  });

  test('Parts are refused when they exceed the limit by one byte', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 64 }), fc.integer({ min: -2, max: 2 }), (count, off) => {
        const each = Math.floor(MAX_PARTS_BYTES / count);
        const rest = MAX_PARTS_BYTES - each * (count - 1) + off;
        const parts = Array.from({ length: count }, (_, index) => ({ text: 'x'.repeat(index === 0 ? rest : each) }));
        if (off > 0) expect(() => contentOf(parts)).toThrow('parts: at most 256 KB in total');
        else expect(contentOf(parts).parts).toBe(parts);
      }),
    );
  });

  test('Accepted parts always fit into a row as JSON', () => {
    const nasty = fc.constantFrom('\u0001', '"', '\\', 'x', 'é', '語', '😀');
    fc.assert(
      fc.property(nasty, fc.integer({ min: 1, max: 300_000 }), (character, length) => {
        const parts = [{ text: character.repeat(Math.ceil(length / character.length)) }];
        try {
          expect(jsonBytes(contentOf(parts).parts)).toBeLessThanOrEqual(MAX_PARTS_JSON_BYTES);
        } catch (error) {
          expect((error as { code?: string }).code).toBe('validation.failed');
        }
      }),
    );
  });

  test('An event contains a text in addition to the parts only if the text is short', () => {
    expect(inlineText(contentOfText('hello'))).toBe('hello');
    expect(inlineText(contentOfText('x'.repeat(MAX_INLINE_TEXT_BYTES)))).toBeNull();
    expect(inlineText(contentOf([{ text: 'hello' }]))).toBeNull();
  });
});

test('An artifact replaces an older one with the same id', () => {
  const artifact = (artifactId: string, text: string): Artifact => ({ artifactId, parts: [{ text }] });
  const known = [artifact('a', '1'), artifact('b', '1')];
  expect(withArtifacts(known, [artifact('c', '2'), artifact('a', '2')])).toEqual([
    artifact('a', '2'),
    artifact('b', '1'),
    artifact('c', '2'),
  ]);
  const many = Array.from({ length: 63 }, (_, index) => artifact(`x${index}`, '1'));
  expect(() => withArtifacts(known, many)).toThrow('artifacts: at most 64 in a task');
});
