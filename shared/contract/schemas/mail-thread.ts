import { z } from 'zod';
import { described } from '../../domain/described.ts';
import { countSchema, idSchema, timestampSchema } from './common.ts';
import { messageSchema } from './mail.ts';
import { extending } from './rules.ts';

/** Conversations by mail. See: docs/contract/mail.md#message-record. */
const threadFields = {
  id: z.string(),
  identity_id: z.string(),
  subject: z.string(),
  message_count: countSchema,
  last_message_at: timestampSchema,
  created_at: timestampSchema,
  updated_at: timestampSchema,
};

const threadTexts = {
  id: 'The conversation’s id.',
  identity_id: 'The agent that the mail belongs to.',
  subject: 'The subject of the first mail.',
  message_count: 'How many mails it has.',
  last_message_at: 'When the last mail came or went.',
} as const;

export const threadSchema = described('Thread', 'A conversation by mail.', z.strictObject(threadFields), threadTexts);

export const threadsSchema = described(
  'ThreadList',
  'A page of conversations.',
  z.strictObject({ threads: z.array(threadSchema) }),
  { threads: null },
);

export const fullThreadSchema = described(
  'FullThread',
  'A conversation with its mails.',
  z.strictObject({ ...threadFields, messages: z.array(messageSchema) }),
  { ...threadTexts, messages: 'Its mails, oldest first; the newest 200 of a longer one.' },
  extending('Thread'),
);

export const threadParams = z.strictObject({ id: idSchema, tid: idSchema });
