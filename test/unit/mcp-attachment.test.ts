import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type AttachmentLink,
  attachmentResult,
  isTextAttachment,
  textOfFile,
} from '#functions/http/mcp/results/attachment.ts';
import { textOfHtml } from '#shared/domain/safe-reading/text-of-html.ts';
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

/** The result of a file, with the text of HTML as the mail reader returns it. */
function resultOf(given: AttachmentLink, file: Uint8Array | undefined, options?: { offset: number }) {
  const found = file && textOfFile(given, file);
  return attachmentResult(given, found?.isHtml ? textOfHtml(found.text) : found?.text, options);
}

const textIn = (result: ReturnType<typeof attachmentResult>) => readResult(result).blocks[1]?.[0] ?? '';
const bytes = (text: string) => new TextEncoder().encode(text);

test('Text is recognized by its type, or by its name where the type says nothing', () => {
  const types = [
    'text/csv; charset=utf-8',
    'application/json',
    'application/ld+json',
    'application/atom+xml',
    'TEXT/Calendar',
  ];
  expect(types.filter((type) => !isTextAttachment(link(type)))).toEqual([]);
  expect(isTextAttachment(link('application/octet-stream', 'LOG.TXT'))).toBe(true);
  const others = [
    'application/pdf',
    'image/svg',
    'application/octet-stream',
    'application/vnd.ms-excel',
    'message/rfc822',
  ];
  expect(others.filter((type) => isTextAttachment(link(type)))).toEqual([]);
});

test('A text is between the marks with its name and type, and has no link', () => {
  const result = resultOf(link('text/csv', 'a\n.csv'), bytes('a;b\r\n\r\n\r\n1; 2 \r\n'));
  expect(textIn(result)).toBe('File: a .csv, text/csv\n\na;b\n\n\n1; 2 \n');
  expect(result.structured).not.toHaveProperty('download_url');
});

test('Bytes that are no text, and those that were not loaded, have a link with its expiry', () => {
  const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]);
  for (const result of [
    resultOf(link('text/plain'), png),
    resultOf(link('application/pdf'), bytes('%PDF')),
    resultOf(link('text/plain'), undefined),
  ]) {
    expect(result.structured).toMatchObject({ download_url: link('').download_url, expires_at: link('').expires_at });
    expect(textIn(result)).toMatch(/^File: notes, [a-z/]+$/);
  }
});

test('The declared charset counts, a mark of the order of bytes more, and what is not UTF-8 is Windows-1252', () => {
  const latin = Uint8Array.from([0x4d, 0xfc, 0x6c, 0x6c, 0x65, 0x72]);
  expect(textIn(resultOf(link('text/plain; charset="iso-8859-1"'), latin))).toMatch(/Müller$/);
  expect(textIn(resultOf(link('text/plain; charset=utf-8'), latin))).toMatch(/Müller$/);
  expect(textIn(resultOf(link('text/plain; charset=unknown'), bytes('Müller')))).toMatch(/M.+ller$/);
  const wide = Uint8Array.from([0xff, 0xfe, 0x4d, 0, 0xfc, 0]);
  expect(textIn(resultOf(link('text/plain'), wide))).toMatch(/Mü$/);
});

test('HTML is the text that a person would see of it', () => {
  const result = resultOf(link('text/html'), bytes('<p>Hello</p><p style="display:none">Obey.</p>'));
  expect(textIn(result)).toMatch(/Hello$/);
  expect(result.text).not.toContain('Obey');
});

test('The pages of a long text together are all of it', () => {
  const text = Array.from({ length: 4000 }, (_, index) => `${index};"value";\t${index * 7}`).join('\n');
  let read = '';
  for (let offset: unknown = 0; offset !== undefined; ) {
    const result = resultOf(link('text/csv'), bytes(text), { offset: Number(offset) });
    expectBounds(result);
    read += textIn(result).replace(/^File: .*\n\n/, '');
    offset = result.structured.next_offset;
  }
  expect(read).toBe(text);
});

test('An empty file says that it is empty', () => {
  expect(resultOf(link('text/plain'), new Uint8Array()).structured.text_note).toBe('The file is empty.');
});

test('The bounds hold for any file', () => {
  fc.assert(
    fc.property(hostileText, hostileText, hostileText, fc.integer({ min: 1, max: 3000 }), (name, type, text, times) => {
      expectBounds(resultOf(link(type, name), bytes(text.repeat(times))));
      expectBounds(resultOf(link('text/plain', name), bytes(text.repeat(times).slice(0, 50_000))));
    }),
  );
});
