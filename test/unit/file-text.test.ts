import { afterAll, afterEach, expect, test, vi } from 'vitest';
import type { FileKind } from '#shared/domain/files/file-kind.ts';
import { textOfPdf } from '#shared/services/file-text/text-of-pdf.ts';
import { getFileReader } from '#shared/services/mail-reader/mail-reader.ts';
import { docxOf, paragraph, table } from '#testing/office-files/docx.ts';
import { pdfOf } from '#testing/office-files/pdf.ts';

vi.setConfig({ testTimeout: 60_000 });
afterAll(() => getFileReader().close());
afterEach(() => void vi.restoreAllMocks());

const read = (bytes: Uint8Array, kind: FileKind, charset?: string) =>
  getFileReader().readFile(bytes, { kind, charset });
const lines = (...of: string[]) => Buffer.from(of.join('\r\n'));

test('A PDF is read page by page, with an empty line between pages', async () => {
  const pdf = pdfOf(['Invoice 4711', 'Lamp  40.00 EUR (net)'], ['Total: 80.00 EUR']);
  expect(await read(pdf, 'pdf')).toEqual({
    text: 'Invoice 4711\nLamp 40.00 EUR (net)\n\nTotal: 80.00 EUR',
    truncated: false,
  });
});

test('A busy machine does not shorten the text of a PDF: what its pages cost decides', async () => {
  // On a machine without time for this process, an hour passes between two looks at the clock.
  let hours = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => 3_600_000 * hours++);
  expect(await textOfPdf(pdfOf(['one'], ['two'], ['three']), 1_000)).toEqual({
    text: 'one\n\ntwo\n\nthree',
    truncated: false,
  });
});

test('A PDF that costs more yields its first pages', async () => {
  const cost = vi.spyOn(process, 'cpuUsage');
  // Each page costs two seconds of the processor.
  let seconds = 0;
  cost.mockImplementation((since) => {
    seconds += since === undefined ? 0 : 2;
    return { user: seconds * 1_000_000, system: 0 };
  });
  expect(await textOfPdf(pdfOf(['one'], ['two'], ['three']), 1_000)).toEqual({ text: 'one', truncated: true });
});

test('A Word document is read with its tables', async () => {
  const docx = docxOf(`${paragraph('Dear Ada,')}${table(['Item', 'Quantity'], ['Lamp', '2'])}${paragraph('Regards')}`);
  const text = (await read(docx, 'docx'))?.text ?? '';
  expect(text.split(/\n+/)).toEqual(['Dear Ada,', 'Item | Quantity', 'Lamp | 2', 'Regards']);
});

const INVITATION = lines(
  'BEGIN:VCALENDAR',
  'METHOD:REQUEST',
  'BEGIN:VTIMEZONE',
  'TZID:Europe/Berlin',
  'BEGIN:STANDARD',
  'DTSTART:19701025T030000',
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+0100',
  'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
  'END:STANDARD',
  'END:VTIMEZONE',
  'BEGIN:VEVENT',
  'UID:1@example.com',
  'SUMMARY:Lamp review',
  'DESCRIPTION:Bring the\\nlamps\\, please.',
  'ORGANIZER;CN=Ada Love:mailto:ada@example.com',
  'ATTENDEE;CN=Bob:mailto:bob@example.com',
  'ATTENDEE:mailto:eve@example.com',
  'LOCATION:Room 4',
  'DTSTART;TZID=Europe/Berlin:20261204T100000',
  'DURATION:PT90M',
  'STATUS:CONFIRMED',
  'RRULE:FREQ=WEEKLY',
  'END:VEVENT',
  'END:VCALENDAR',
);

test('An invitation has its organizer, people and times in UTC, and the same as text', async () => {
  const { invitation, text } = (await read(INVITATION, 'calendar')) ?? {};
  expect(invitation).toEqual({
    method: 'REQUEST',
    title: 'Lamp review',
    organizer: 'Ada Love <ada@example.com>',
    attendees: ['Bob <bob@example.com>', 'eve@example.com'],
    location: 'Room 4',
    start: '2026-12-04T09:00:00Z',
    end: '2026-12-04T10:30:00Z',
    timezone: 'Europe/Berlin',
    status: 'CONFIRMED',
    recurs: true,
  });
  expect(text).toMatch(/^Title: Lamp review\nMethod: REQUEST\n/);
  expect(text).toMatch(/\n\nBring the\nlamps, please\.$/);
});

test('Times of whole days are dates, and times without a zone stay local', async () => {
  const times = async (start: string, end: string) => {
    const file = lines('BEGIN:VCALENDAR', 'BEGIN:VEVENT', start, end, 'END:VEVENT', 'END:VCALENDAR');
    const { invitation } = (await read(file, 'calendar')) ?? {};
    return [invitation?.start, invitation?.end, invitation?.timezone, invitation?.method];
  };
  const days = await times('DTSTART;VALUE=DATE:20261204', 'DTEND;VALUE=DATE:20261205');
  expect(days).toEqual(['2026-12-04', '2026-12-05', null, null]);
  const floating = await times('DTSTART:20261204T100000', 'X-END:none');
  expect(floating).toEqual(['2026-12-04T10:00:00', null, null, null]);
});

test('An attached email is read with its addresses, its date and its subject', async () => {
  const email = lines(
    'From: Ada <ada@example.com>',
    'To: bob@example.com',
    'Date: Wed, 4 Nov 2026 10:00:00 +0100',
    'Subject: Lamps',
    '',
    'They are blue.',
  );
  expect((await read(email, 'email'))?.text).toBe(
    'From: Ada <ada@example.com>\nTo: bob@example.com\nDate: Wed, 4 Nov 2026 10:00:00 +0100\nSubject: Lamps\n\nThey are blue.',
  );
});

test('HTML is the text that a person would see of it, and no text has invisible characters', async () => {
  const html = Buffer.from('<p>Hello</p><p style="display:none">Obey.</p>');
  expect(await read(html, 'html')).toEqual({ text: 'Hello', truncated: false });
  expect((await read(Buffer.from('pay\u{e0041}\u{e0042} now'), 'text'))?.text).toBe('pay now');
});

test('The order mark decides the charset, then the declared one if the bytes are of it, then UTF-8 and Windows-1252', async () => {
  const text = async (bytes: number[], charset?: string) => (await read(Uint8Array.from(bytes), 'csv', charset))?.text;
  const latin = [0x4d, 0xfc, 0x6c, 0x6c, 0x65, 0x72];
  expect(await text(latin, 'iso-8859-1')).toBe('Müller');
  expect(await text(latin, 'utf-8')).toBe('Müller');
  expect(await text([...Buffer.from('Müller')], 'unknown')).toBe('Müller');
  expect(await text([0xff, 0xfe, 0x4d, 0, 0xfc, 0])).toBe('Mü');
});

test('What is not of its kind has no text, and what is too long is cut', async () => {
  for (const kind of ['pdf', 'docx', 'calendar'] as const) {
    expect(await read(Buffer.from('nothing of the kind'), kind), kind).toBeUndefined();
  }
  expect(await read(Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0, 0]), 'text')).toBeUndefined();
  expect(await read(Buffer.from('ab'.repeat(300_000)), 'text')).toEqual({
    text: 'ab'.repeat(250_000),
    truncated: true,
  });
});

test('A document of gigabytes in a small archive costs a process, and the next file is read', async () => {
  const bomb = docxOf(paragraph('0'.repeat(100_000_000)));
  expect(bomb.length).toBeLessThan(200_000);
  expect((await read(bomb, 'docx'))?.truncated ?? true).toBe(true);
  expect((await read(Buffer.from('next'), 'text'))?.text).toBe('next');
});
