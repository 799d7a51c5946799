import { expect, test } from 'vitest';
import { declaredCharset, fileKind } from '#shared/domain/files/file-kind.ts';

const kindOf = (contentType: string, filename: string | null = null) => fileKind({ contentType, filename });

test('The kind of a file follows from its type, or from its name where the type says nothing', () => {
  expect(kindOf('APPLICATION/PDF; name=x')).toBe('pdf');
  expect(kindOf('text/calendar; method=REQUEST')).toBe('calendar');
  expect(kindOf('application/ld+json')).toBe('text');
  expect(kindOf('application/octet-stream', 'Invoice.PDF')).toBe('pdf');
  expect(kindOf('', 'letter.docx')).toBe('docx');
  expect(kindOf('text/plain', 'invite.ics')).toBe('calendar');
  expect(kindOf('text/plain', 'notes')).toBe('text');
  expect(kindOf('message/rfc822', 'forwarded.txt')).toBe('email');
});

test('A picture, and a name that every object has, are of no kind', () => {
  expect(kindOf('image/png', 'text.txt')).toBeUndefined();
  expect(kindOf('application/octet-stream', 'x.constructor')).toBeUndefined();
  expect(kindOf('constructor')).toBeUndefined();
  expect(kindOf('application/zip', 'archive.zip')).toBeUndefined();
  expect(kindOf('application/octet-stream')).toBeUndefined();
});

test('The charset is the parameter of the type', () => {
  expect(declaredCharset({ contentType: 'text/csv; header=present; charset="iso-8859-2"' })).toBe('iso-8859-2');
  expect(declaredCharset({ contentType: 'text/csv' })).toBeUndefined();
});
