import fc from 'fast-check';
import type { z } from 'zod';
import type { directoryAgentSchema } from '#shared/contract/schemas/a2a-access.ts';
import type { taskSchema } from '#shared/contract/schemas/a2a-task-record.ts';
import type { contactSchema } from '#shared/contract/schemas/contact.ts';
import type { eventSchema } from '#shared/contract/schemas/event.ts';
import { makeId } from '#shared/domain/ids/ids.ts';
import { EVENT_TYPES } from '#shared/domain/log/events.ts';
import { timestamp } from '#shared/domain/time/time.ts';
import { hostileText } from './hostile-block-text.ts';

type Task = z.output<typeof taskSchema>;

const BEGIN = Date.UTC(2026, 10, 25);
const at = (index: number) => timestamp(BEGIN + index);

export const CALLER = { identity_id: 'agt_caller', handle: 'caller', display_name: 'Caller' };
export const WORKER = { identity_id: 'agt_worker', handle: 'worker', display_name: 'Worker' };

/** A message of a task with one text; the higher the index, the newer it is. */
export function aTaskMessage(text: string, index = 0, role: 'caller' | 'worker' = 'caller'): Task['messages'][number] {
  return { id: `msg_${index}`, message_id: `m-${index}`, role, parts: [{ text }], created_at: at(index) };
}

/** A task with some messages, oldest first. */
export function aTask(given: Partial<Task> = {}): Task {
  const messages = given.messages ?? [aTaskMessage('Add them.')];
  return {
    id: makeId('task', BEGIN, '0'.repeat(16)),
    context_id: makeId('context', BEGIN, '0'.repeat(16)),
    state: 'submitted',
    caller: CALLER,
    worker: WORKER,
    messages,
    message_count: messages.length,
    artifacts: [],
    artifact_count: 0,
    result: null,
    metadata: {},
    created_at: at(0),
    updated_at: at(0),
    completed_at: null,
    ...given,
  };
}

const longText = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  {
    weight: 1,
    arbitrary: fc.tuple(hostileText, fc.integer({ min: 1, max: 500 })).map(([text, times]) => text.repeat(times)),
  },
);

const part = fc.oneof(
  longText.map((text) => ({ text })),
  fc.record({ url: fc.webUrl(), filename: hostileText, media_type: hostileText }),
  fc.record({ raw: fc.base64String(), filename: hostileText }),
  fc.jsonValue().map((data) => ({ data })),
);
const parts = fc.array(part, { minLength: 1, maxLength: 3 });

/** Any task, its messages oldest first. */
export const anyTask: fc.Arbitrary<Task> = fc
  .record({
    state: fc.constantFrom('submitted' as const, 'working' as const, 'completed' as const),
    roles: fc.array(fc.record({ role: fc.constantFrom('caller' as const, 'worker' as const), parts }), {
      maxLength: 12,
    }),
    result: fc.oneof(longText, fc.jsonValue(), fc.constant(null)),
    artifacts: fc.array(
      fc.record({
        artifact_id: hostileText,
        name: fc.option(hostileText),
        description: fc.option(longText),
        parts,
        metadata: fc.constant({}),
      }),
      { maxLength: 3 },
    ),
  })
  .map(({ roles, artifacts, ...given }) =>
    aTask({
      ...given,
      artifacts,
      artifact_count: artifacts.length,
      messages: roles.map((one, index) => ({ ...aTaskMessage('', index), ...one })),
    }),
  );

/** Events of any type with any payload, such as those of a later release. */
export const anyEvent = (index: number): fc.Arbitrary<z.output<typeof eventSchema>> =>
  fc
    .record({
      type: fc.constantFrom(...EVENT_TYPES),
      aggregate_type: fc.constantFrom('mail_message', 'a2a_task', null),
      payload: fc.dictionary(
        fc.oneof(fc.constantFrom('messageId', 'from', 'subject', 'parts', 'detail'), hostileText),
        fc.oneof(longText, fc.jsonValue()),
        { maxKeys: 6 },
      ),
    })
    .map((given) => ({
      id: makeId('event', BEGIN + index, '0'.repeat(16)),
      version: 1,
      identity_id: null,
      aggregate_id: makeId('message', BEGIN, '0'.repeat(16)),
      created_at: at(index),
      ...given,
    })) as fc.Arbitrary<z.output<typeof eventSchema>>;

/** Any contact. */
export const anyContact = (index: number): fc.Arbitrary<z.output<typeof contactSchema>> =>
  fc.record({
    id: fc.constant(makeId('contact', BEGIN + index, '0'.repeat(16))),
    identity_id: fc.constantFrom(null, 'agt_1'),
    display_name: hostileText,
    emails: fc.array(fc.constantFrom('ada@example.com', `${'call.send.email.'.repeat(4)}x@example.com`), {
      maxLength: 20,
    }),
    agent_handles: fc.array(fc.constantFrom('ada', 'support-bot'), { maxLength: 20 }),
    company: fc.option(hostileText),
    notes: fc.option(longText),
    metadata: fc.constant({}),
    source: fc.constant('manual' as const),
    created_at: fc.constant(at(index)),
    updated_at: fc.constant(at(index)),
  });

/** Any agent of the directory. */
export const anyAgent = (index: number): fc.Arbitrary<z.output<typeof directoryAgentSchema>> =>
  fc.record({
    handle: fc.constant(`agent-${index}`),
    display_name: hostileText,
    description: fc.option(longText),
    skills: fc.array(
      fc.record({ id: hostileText, name: hostileText, description: longText, tags: fc.array(hostileText) }),
      { maxLength: 8 },
    ),
    card_url: fc.constant('https://api.example.com/card'),
    created_at: fc.constant(at(index)),
  }) as fc.Arbitrary<z.output<typeof directoryAgentSchema>>;
