import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MAIL_BOMBS, type MailBomb } from '../support/mail-bombs.ts';
import type { BombReport } from '../support/read-bomb.ts';

const READER = join(import.meta.dirname, '..', 'support', 'read-bomb.ts');

/** The part of the function's 1,024 MB that its heap, and its growth by an email, may use. */
const HEAP_MB = 512;
const MAX_GROWTH_MB = 400;

describe('mail that is meant to exhaust its reader', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'aid-bombs-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  test.each(MAIL_BOMBS)('The mail bomb "$name" is read with limited memory', async (bomb) => {
    const report = await readInProcess(bomb);
    const { problem } = bomb;
    if (problem === null) expect(report.problem).toBeNull();
    else expect(report).toMatchObject({ problem: expect.stringMatching(problem), files: 0 });
    // DynamoDB, limits: 400 KB an item. Lambda, quotas: 6 MB a reply.
    expect(report.rowBytes).toBeLessThan(300_000);
    expect(report.mentionRows).toBeLessThanOrEqual(33);
    expect(report.mentionBytes).toBeLessThan(300_000);
    expect(report.contentBytes).toBeLessThan(5_000_000);
    expect(report.grownMb).toBeLessThan(MAX_GROWTH_MB);
  });

  test('A compressed bomb is a file of the size that it was sent with', async () => {
    const bomb = MAIL_BOMBS.find(({ name }) => name.startsWith('a zip'));
    const { files, fileBytes } = await readInProcess(bomb as MailBomb);
    expect(files).toBe(1);
    expect(fileBytes).toBeLessThan(300_000);
  });

  test('An email with a body that is not read has its subject', async () => {
    for (const bomb of MAIL_BOMBS.filter(({ problem }) => problem !== null)) {
      expect((await readInProcess(bomb)).subject, bomb.name).toBe('bomb');
    }
  });

  const reports = new Map<string, Promise<BombReport>>();

  /** Reads a bomb once in another process. Too much memory ends that process, and fails the test. */
  function readInProcess(bomb: MailBomb): Promise<BombReport> {
    const report = reports.get(bomb.name) ?? readAnew(bomb);
    reports.set(bomb.name, report);
    return report;
  }

  async function readAnew({ raw }: MailBomb): Promise<BombReport> {
    const file = join(folder, 'mail');
    await writeFile(file, await raw());
    const { stdout } = await promisify(execFile)(process.execPath, [`--max-old-space-size=${HEAP_MB}`, READER, file]);
    return JSON.parse(stdout) as BombReport;
  }
});
