import fc from 'fast-check';
import { expect, test } from 'vitest';
import { agentsResult } from '#functions/http/mcp/results/agents.ts';
import { contactResult, contactsResult } from '#functions/http/mcp/results/contacts.ts';
import { eventResult, eventsResult } from '#functions/http/mcp/results/events.ts';
import type { ToolResult } from '#functions/http/mcp/results/result-record.ts';
import { secretsResult } from '#functions/http/mcp/results/secrets.ts';
import { type TaskCursor, taskCursor } from '#functions/http/mcp/results/task-cursor.ts';
import { taskResult, tasksResult } from '#functions/http/mcp/results/tasks.ts';
import { TOOLS } from '#shared/contract/mcp/tools.ts';
import { sizeOf } from '#testing/test-size.ts';
import { expectBounds, readResult } from '../support/read-result.ts';
import {
  anyAgent,
  anyContact,
  anyEvent,
  anyTask,
  aTask,
  aTaskMessage,
  CALLER,
  WORKER,
} from '../support/records-of-others.ts';

const ROWS = 30;
const rows = <T>(make: (index: number) => fc.Arbitrary<T>) =>
  fc.tuple(...Array.from({ length: ROWS }, (_, index) => make(ROWS - index))) as fc.Arbitrary<T[]>;

/** Every row of a list, page after page. */
function everyRow<T extends { created_at: string }>(
  noun: string,
  all: readonly T[],
  resultOf: (rows: readonly T[]) => ToolResult,
) {
  let count = 0;
  for (let rest = all; rest.length > 0; ) {
    const result = resultOf(rest);
    expectBounds(result);
    const shown = result.structured[noun] as unknown[];
    expect(shown.length).toBeGreaterThan(0);
    count += shown.length;
    expect(result.structured.next_cursor).toBe(
      shown.length < rest.length ? rest[shown.length - 1]?.created_at : undefined,
    );
    rest = rest.slice(shown.length);
  }
  return count;
}

test('The pages of contacts, agents, events and tasks have each of them once, within the bounds', () => {
  const lists = fc.record({
    contacts: rows(anyContact),
    agents: rows(anyAgent),
    events: rows(anyEvent),
    tasks: rows((index) => anyTask.map((task) => ({ ...task, created_at: new Date(index).toISOString() }))),
  });
  fc.assert(
    fc.property(lists, ({ contacts, agents, events, tasks }) => {
      expect(everyRow('contacts', contacts, (some) => contactsResult(some, undefined))).toBe(ROWS);
      expect(everyRow('agents', agents, (some) => agentsResult(some, undefined))).toBe(ROWS);
      expect(everyRow('events', events, (some) => eventsResult(some, { nextCursor: undefined }))).toBe(ROWS);
      const reader = WORKER.identity_id;
      expect(everyRow('tasks', tasks, (some) => tasksResult(some, { reader, nextCursor: undefined }))).toBe(ROWS);
    }),
    { numRuns: sizeOf({ quick: 1, usual: 4 }), endOnFailure: true },
  );
});

test('The bounds hold for any task, event and contact', () => {
  fc.assert(
    fc.property(
      anyTask,
      anyEvent(1),
      anyContact(1),
      fc.constantFrom(CALLER.identity_id, WORKER.identity_id, undefined),
      (task, event, contact, reader) => {
        expectBounds(taskResult(task, { reader }));
        expectBounds(eventResult(event));
        expectBounds(contactResult(contact));
      },
    ),
    { numRuns: sizeOf({ quick: 20, usual: 60 }), endOnFailure: true },
  );
});

test('An empty list says so, and is what the schema of its tool allows', () => {
  const empty: [ToolResult, { safeParse: (value: unknown) => { success: boolean } }][] = [
    [contactsResult([], undefined), TOOLS.findContact.output],
    [agentsResult([], undefined), TOOLS.findAgents.output],
    [eventsResult([], { nextCursor: undefined }), TOOLS.listEvents.output],
    [tasksResult([], { reader: undefined, nextCursor: undefined }), TOOLS.listTasks.output],
    [secretsResult([], undefined), TOOLS.listSecrets.output],
  ];
  for (const [result, schema] of empty) {
    expect(schema.safeParse(result.structured).success).toBe(true);
    expect(result.text).toMatch(/^result: No \w+\.$/);
  }
});

const MARKER = 'zqmarkerqz';

test('Nothing that another agent wrote in a task is outside of the marks, and what the reader wrote is', () => {
  const parts = [
    { text: MARKER },
    { data: { [MARKER]: MARKER } },
    { url: `https://x.example/${MARKER}`, filename: MARKER, media_type: `text/${MARKER}` },
  ];
  const message = { ...aTaskMessage('', 1), message_id: MARKER, parts };
  const task = aTask({
    caller: { ...CALLER, display_name: MARKER },
    messages: [message, aTaskMessage('My own words', 2, 'worker')],
    metadata: { note: MARKER },
  });
  const [read, listed] = [
    taskResult(task, { reader: WORKER.identity_id }),
    tasksResult([{ ...task, messages: [message] }], { reader: WORKER.identity_id, nextCursor: undefined }),
  ];
  for (const result of [read, listed]) {
    expectBounds(result);
    expect(readResult(result).outside.filter((form) => form.includes(MARKER))).toEqual([]);
    expect(readResult(result).blocks[1]?.join('').split(MARKER).length).toBe(7);
  }
  expect(readResult(read).outside[1]).toContain('My own words');
});

test('A result and artifacts of another agent are inside of the marks', () => {
  const task = aTask({
    state: 'completed',
    result: { [MARKER]: MARKER },
    artifacts: [{ artifact_id: MARKER, name: MARKER, description: MARKER, parts: [{ text: MARKER }], metadata: {} }],
    artifact_count: 1,
  });
  const { outside, blocks } = readResult(taskResult(task, { reader: CALLER.identity_id }));
  expect(outside.filter((form) => form.includes(MARKER))).toEqual([]);
  expect(blocks[1]?.join('').split(MARKER).length).toBe(6);
});

test('The pages of a task together are every message and the whole result, however long they are', () => {
  const words = (name: string, count: number) =>
    Array.from({ length: count }, (_, index) => `${name}${index}`).join(' ');
  const texts = [words('a', 3000), 'short', words('b', 1500), words('c', 20)];
  const messages = texts.map((text, index) => aTaskMessage(text, index));
  const task = aTask({ messages, state: 'completed', result: words('r', 4000) });
  const reader = WORKER.identity_id;
  const read = new Map<string, string>();
  let result = '';
  for (let cursor: string | undefined = 'first'; cursor !== undefined; ) {
    const from: TaskCursor | undefined = cursor === 'first' ? undefined : taskCursor(cursor);
    const page = messages.filter(({ created_at }) => from?.before === undefined || created_at < from.before);
    const shown = taskResult({ ...task, messages: page }, { reader, cursor: from });
    expectBounds(shown);
    const { messages: items = [], next_cursor } = shown.structured as {
      messages?: { created_at: string }[];
      next_cursor?: string;
    };
    const blocks = readResult(shown).blocks[0] ?? [];
    items.forEach(({ created_at }, index) => {
      read.set(created_at, (read.get(created_at) ?? '') + blocks[index]);
    });
    if (from === undefined) result = String(shown.structured.result);
    cursor = next_cursor;
  }
  expect(messages.map(({ created_at }) => read.get(created_at))).toEqual(texts);
  for (let at: unknown = taskResult(task, { reader }).structured.result_cursor; at !== undefined; ) {
    const shown = taskResult(task, { reader, cursor: taskCursor(String(at)) });
    expectBounds(shown);
    result += shown.structured.result;
    at = shown.structured.result_cursor;
  }
  expect(result).toBe(task.result);
});

test('An address of a contact that has room for a text is inside of the marks', () => {
  const long = `${'call.send.email.'.repeat(4)}x@example.com`;
  const contact = {
    ...fc.sample(anyContact(1), 1)[0],
    emails: ['ada@example.com', long],
    display_name: 'Ada',
    company: null,
    notes: null,
    source: 'manual',
  };
  const result = contactResult(contact as Parameters<typeof contactResult>[0]);
  expect(result.structured.emails).toEqual(['ada@example.com']);
  expect(readResult(result).blocks[1]).toEqual([`Name: Ada\nEmail: ${long}`]);
  const made = contactResult({ ...contact, source: 'mail' } as Parameters<typeof contactResult>[0]);
  expect(made.structured.emails).toBeUndefined();
  expect(readResult(made).blocks[1]).toEqual([`Name: Ada\nEmail: ada@example.com, ${long}`]);
});

test.each(['', 'result', 'result/', 'result/x', '2026-11-25', 'yesterday/3', '2026-11-25T00:00:00.000Z/-1', 'a/b/c'])(
  'The cursor %j of a task is refused by name',
  (cursor) => {
    expect(() => taskCursor(cursor)).toThrow(/cursor: /);
  },
);
