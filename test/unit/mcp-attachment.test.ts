import fc from 'fast-check';
import { expect, test } from 'vitest';
import { attachmentResult } from '#functions/http/mcp/results/attachment.ts';
import { hostileText } from '../support/hostile-block-text.ts';
import { expectBounds, readResult } from '../support/read-result.ts';

const link = (content_type: string, filename: string | null = 'notes') => ({
  id: 'att_1',
  filename,
  content_type,
  size: 3,
  download_url: 'https://bucket.example/file?signature=abc',
  expires_at: '2026-11-25T09:30:00.000Z',
});

const textIn = (result: ReturnType<typeof attachmentResult>) => readResult(result).blocks[1]?.[0] ?? '';

test('A text is between the marks with its name and type, and has no link', () => {
  const result = attachmentResult(link('text/csv', 'a\n.csv'), 'a;b\r\n\r\n\r\n1; 2 \r\n');
  expect(textIn(result)).toBe('File: a .csv, text/csv\n\na;b\n\n\n1; 2 \n');
  expect(result.structured).not.toHaveProperty('download_url');
});

test('A file without a text has a link with its expiry', () => {
  const { download_url, expires_at } = link('image/png');
  const result = attachmentResult(link('image/png'), undefined);
  expect(result.structured).toMatchObject({ download_url, expires_at });
  expect(textIn(result)).toBe('File: notes, image/png');
});

test('The pages of a long text together are all of it', () => {
  const text = Array.from({ length: 4000 }, (_, index) => `${index};"value";\t${index * 7}`).join('\n');
  let read = '';
  for (let offset: unknown = 0; offset !== undefined; ) {
    const result = attachmentResult(link('text/csv'), text, { offset: Number(offset) });
    expectBounds(result);
    read += textIn(result).replace(/^File: .*\n\n/, '');
    offset = result.structured.next_offset;
  }
  expect(read).toBe(text);
});

test('The bounds hold for any file', () => {
  fc.assert(
    fc.property(hostileText, hostileText, hostileText, fc.integer({ min: 1, max: 3000 }), (name, type, text, times) => {
      expectBounds(attachmentResult(link(type, name), text.repeat(times)));
      expectBounds(attachmentResult(link(type, name), undefined));
    }),
  );
});
