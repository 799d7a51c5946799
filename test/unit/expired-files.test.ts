import { beforeAll, expect, test, vi } from 'vitest';
import { requireStored } from '#functions/http/mail/expired-files.ts';
import { logger } from '#shared/runtime/log.ts';
import { findMailContent, findMailFile, mailFileTime, writeMailFile } from '#shared/services/mail-files/mail-store.ts';
import { memoryBucket } from '../support/memory-bucket.ts';

beforeAll(async () => {
  memoryBucket();
  await writeMailFile('content/kept.json', '{}', 'application/json');
});

test('A stored file of an email is found without a line in the log', async () => {
  const warn = vi.spyOn(logger, 'warn');
  await requireStored('content/kept.json', 'The raw mail');
  expect(await findMailContent('content/kept.json')).toEqual({});
  expect(warn).not.toHaveBeenCalled();
  warn.mockRestore();
});

test.each([
  ['its link', () => expect(requireStored('inbound/gone', 'The raw mail')).rejects.toThrow('no longer stored')],
  ['its bytes', async () => expect(await findMailFile('inbound/gone')).toBeUndefined()],
  ['its content', async () => expect(await findMailContent('inbound/gone')).toBeUndefined()],
])('A missing file is a line in the log, for operators, if a request needs %s', async (_, request) => {
  const warn = vi.spyOn(logger, 'warn');
  await request();
  expect(warn.mock.calls).toEqual([['a mail file is missing', { key: 'inbound/gone' }]]);
  warn.mockRestore();
});

test('A download that does not exist yet is nothing to report', async () => {
  const warn = vi.spyOn(logger, 'warn');
  expect(await mailFileTime('downloads/msg_1/0')).toBeUndefined();
  expect(warn).not.toHaveBeenCalled();
  warn.mockRestore();
});
