import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { sizeOf } from '#testing/test-size.ts';
import { useEngine } from '../support/engine.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { mailReader } from '../support/mail-reader.ts';

const engine = useEngine();
let api: InProcessApi;

beforeAll(() => {
  api = new InProcessApi(engine.table);
});

const MESSAGES = 5;
const LABELS = ['a', 'b', 'c'] as const;

const labels = fc.uniqueArray(fc.constantFrom(...LABELS), { maxLength: 3 });
const folder = fc.constantFrom('inbox', 'archive', 'spam', 'blocked');

/** A change of one message or of several, or all of a folder that is marked as read. */
const change = fc.record(
  {
    of: fc.uniqueArray(fc.nat(MESSAGES - 1), { minLength: 1 }),
    add: labels,
    remove: labels,
    is_read: fc.boolean(),
    folder,
  },
  { requiredKeys: ['of', 'add', 'remove'] },
);
const step = fc.oneof({ weight: 5, arbitrary: change }, { weight: 1, arbitrary: folder.map((marked) => ({ marked })) });

test('After concurrent changes, threads have the labels of their messages, counts are right, and events tell all changes', {
  timeout: 600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 5 }), { maxLength: 4 }), async (rounds) => {
      const reader = await mailReader(api);
      const ids = [
        await reader.receive('one'),
        await reader.receive('two', { answers: ['one'] }),
        await reader.receive('three'),
        await reader.receive('four', { blocked: true, answers: ['one'] }),
        await reader.receive('five', { blocked: true }),
      ];
      // The changes of a round are made at the same time.
      for (const round of rounds) {
        await Promise.all(
          round.map(async (one) => {
            if ('marked' in one) return reader.succeed('markMessagesRead', { body: { folder: one.marked } });
            const added = one.add.filter((label) => !one.remove.includes(label));
            const { is_read, folder } = one;
            const body = { is_read, folder, add_labels: added, remove_labels: one.remove };
            const [only, ...others] = one.of.map((index) => ids[index] ?? '');
            if (only !== undefined && others.length === 0)
              return reader.succeed('updateMessage', { params: { mid: only }, body });
            const reply = await reader.succeed('updateMessages', { body: { ...body, ids: [only, ...others] } });
            expect(reply).toEqual({ updated: [only, ...others], not_found: [], refused: [] });
            return reply;
          }),
        );
      }
      const { messages } = await reader.succeed('listMessages');
      const { threads } = await reader.succeed('listThreads');
      for (const { id, labels, message_count } of threads) {
        const members = (await reader.succeed('listMessages', { query: { thread_id: id } })).messages;
        expect(members).toHaveLength(message_count);
        expect(labels).toEqual([...new Set(members.flatMap((one) => one.labels))].sort());
      }
      for (const label of LABELS) {
        const found = (await reader.succeed('listMessages', { query: { label } })).messages;
        expect(found).toEqual(messages.filter((one) => one.labels.includes(label)));
      }
      const { folders } = await reader.succeed('getMailFolders');
      for (const { folder, unread_count } of folders) {
        expect(unread_count).toBe(messages.filter((one) => one.folder === folder && !one.is_read).length);
      }
      // What the events of a message say leads to its labels.
      const events = (await reader.labeled()) as unknown as {
        messageId: string;
        labels: string[];
        added: string[];
        removed: string[];
      }[];
      for (const message of messages) {
        let current: string[] = [];
        for (const { messageId, added, removed, labels } of events) {
          if (messageId !== message.id) continue;
          expect(added.some((label) => current.includes(label))).toBe(false);
          expect(removed.every((label) => current.includes(label))).toBe(true);
          current = [...current.filter((label) => !removed.includes(label)), ...added].sort();
          expect(labels).toEqual(current);
        }
        expect(message.labels).toEqual(current);
      }
    }),
    { numRuns: sizeOf({ quick: 3, usual: 8, full: 100 }) },
  );
});
