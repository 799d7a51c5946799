import { z } from 'zod';
import { mailLabelSchema } from '#shared/domain/mail/labels.ts';
import { described, explained } from '#shared/domain/schema/described.ts';
import { countSchema, idSchema, pageFields, timestampSchema } from './common.ts';
import { messageFields, messageTexts, warningSchema } from './mail.ts';
import { readingFields } from './mail-reading.ts';
import { extending } from './rules.ts';

const joinedSchema = described(
  'JoinedThread',
  'An author who joined a conversation.',
  z.strictObject({ address: z.string(), message_id: z.string(), at: timestampSchema }),
  { address: 'Their address.', message_id: 'Their first message.', at: 'When it arrived.' },
);

/** Conversations by mail. See: docs/contract/mail.md#message-record. */
const threadFields = {
  id: z.string(),
  identity_id: z.string(),
  subject: z.string(),
  message_count: countSchema,
  last_message_at: timestampSchema,
  content_warnings: z.array(warningSchema),
  labels: z.array(mailLabelSchema),
  joined: z.array(joinedSchema),
  created_at: timestampSchema,
  updated_at: timestampSchema,
};

const threadTexts = {
  id: 'The conversation’s id.',
  identity_id: 'The agent that the mail belongs to.',
  subject: 'The subject of the first message.',
  message_count: 'How many messages it has.',
  last_message_at: 'When the last message was received or sent.',
  content_warnings: 'The warnings of any of its messages.',
  labels: 'The labels of its messages, in order.',
  joined:
    'Authors who were neither author nor recipient of an earlier message in it; the first ones if there are many.',
} as const;

export const threadSchema = described('Thread', 'A conversation by mail.', z.strictObject(threadFields), threadTexts);

export const threadsSchema = described(
  'ThreadList',
  'A page of conversations.',
  z.strictObject({ threads: z.array(threadSchema) }),
  { threads: null },
);

export const threadMessageSchema = described(
  'ThreadMessage',
  'A message of a conversation, with its text if it was asked for.',
  z.strictObject({
    ...messageFields,
    text: z.string().nullable().optional(),
    extracted_text: z.string().nullable().optional(),
    links: readingFields.links,
  }),
  {
    ...messageTexts,
    text: 'With `include=text`: the whole text. Absent if the texts of newer messages have filled the response.',
    extracted_text: 'With `include=text`: what its author wrote, without the quoted history.',
    links:
      'With `include=text`: the links that a person sees in a received message, in order. Empty for sent mail; absent in what releases up to 0.2.0 stored.',
  },
  extending('Message'),
);

export const fullThreadSchema = described(
  'FullThread',
  'A conversation with its messages.',
  z.strictObject({ ...threadFields, messages: z.array(threadMessageSchema) }),
  { ...threadTexts, messages: 'Its messages, oldest first; the newest 200 of a longer one.' },
  extending('Thread'),
);

export const threadsQuery = explained(z.strictObject({ ...pageFields, label: mailLabelSchema.optional() }), {
  label: 'Only conversations with a message that has this label.',
});

const includedSchema = z
  .enum(['text'])
  .meta({ id: 'IncludedInThread', description: 'What to include with the messages of a conversation.' });

export const threadQuery = explained(z.strictObject({ include: includedSchema.optional() }), {
  include: '`text`: includes the text and the links of each message, newest messages first, up to 1 MB in total.',
});

export const threadParams = z.strictObject({ id: idSchema, tid: idSchema });
