import { beforeAll, expect, test, vi } from 'vitest';
import { NO_ROOM } from '#shared/domain/mail/no-room.ts';
import { DAY } from '#shared/domain/time/time.ts';
import { writeMailFile } from '#shared/services/mail-files/mail-store.ts';
import { getFileReader, getMailReader } from '#shared/services/mail-reader/mail-reader.ts';
import { useEngine } from '../support/engine.ts';
import { memoryBucket } from '../support/memory-bucket.ts';
import { BEGIN, SearchedAgent, term } from '../support/searched-agent.ts';
import { stopClock } from '../support/stopped-clock.ts';

const engine = useEngine();
const table = () => engine.table;

beforeAll(() => {
  process.env.POWERTOOLS_METRICS_DISABLED = 'true';
  memoryBucket();
});

test('The text of emails leaves the index after their files, and their subjects stay', async () => {
  const agent = new SearchedAgent(table);
  const old = await agent.receive({ text: 'oldword', subject: 'Oldsubject' });
  const young = await agent.receive({ text: 'youngword', at: BEGIN + 100 * DAY });
  await agent.update();
  const later = BEGIN + 373 * DAY;
  await agent.run(later);
  expect(await agent.found(term('oldword'), { now: later })).toEqual([]);
  expect(await agent.found(term('oldsubject'), { now: later })).toEqual([old.id]);
  expect(await agent.found(term('youngword'), { now: later })).toEqual([young.id]);
  const [segment] = await agent.segments();
  expect(segment?.textSince).toBe(later - 365 * DAY);
});

test('An index with text is looked at every week, so that a shorter retention applies to it within a week', async () => {
  const agent = new SearchedAgent(table);
  const old = await agent.receive({ text: 'oldword', subject: 'Oldsubject' });
  await agent.update();
  const due = async () => Number((await agent.stored()).due?.due_at);
  const inAWeek = agent.settled + 7 * DAY;
  expect(await due()).toBe(inAWeek);
  const [written] = await agent.segments();
  await agent.run(inAWeek);
  expect(await due()).toBe(inAWeek + 7 * DAY);
  expect(await agent.segments()).toEqual([written]);

  vi.stubEnv('MAIL_RETENTION_DAYS', '5');
  try {
    await agent.run(inAWeek + 7 * DAY);
    expect(await agent.found(term('oldword'), { now: inAWeek })).toEqual([]);
    expect(await agent.found(term('oldsubject'), { now: inAWeek })).toEqual([old.id]);
    // Without text, an index is due when its object is too old.
    expect(await due()).toBe(inAWeek + 7 * DAY + 180 * DAY);
  } finally {
    vi.unstubAllEnvs();
  }
});

test('The words of files that are deleted soon, or that have a virus, are in no search', async () => {
  stopClock();
  const agent = new SearchedAgent(table);
  const rawKey = `inbound/${agent.identityId}`;
  await writeMailFile(rawKey, 'raw', 'message/rfc822');
  vi.spyOn(getMailReader(), 'readAttachments').mockResolvedValue([Buffer.from('file')]);
  const read = vi.spyOn(getFileReader(), 'readFile').mockResolvedValue({ text: 'pelican', truncated: false });
  try {
    const file = { contentId: null, disposition: 'attachment' as const };
    const attachments = [{ id: 'att', filename: 'list.txt', contentType: 'text/plain', size: 7, ...file }];
    const common = { subject: 'Numbers', text: 'zeppelin', rawKey, attachments };
    const usual = await agent.receive(common);
    const infected = await agent.receive({ ...common, auth: { ...usual.auth, virus: 'fail' } });
    // The process has read the same files for another message.
    const withoutRoom = await agent.receive({ ...common, contentKey: usual.contentKey, detail: NO_ROOM });
    for (const update of [false, true]) {
      if (update) await agent.update();
      expect(await agent.found(term('pelican'))).toEqual([usual.id]);
      expect(await agent.found(term('zeppelin'))).toEqual([infected.id, usual.id]);
      const all = [withoutRoom.id, infected.id, usual.id];
      expect(await agent.found(term('numbers'))).toEqual(all);
      expect(await agent.found(term('ada'))).toEqual(all);
      expect(await agent.found(term('list', { field: 'attachment' }))).toEqual(all);
    }
    // Of one message, for a search and for the index.
    expect(read).toHaveBeenCalledTimes(2);
  } finally {
    vi.restoreAllMocks();
  }
});
