import { z } from 'zod';
import { mailLabelsSchema } from '#shared/domain/mail/labels.ts';
import { described, explained } from '#shared/domain/schema/described.ts';
import { countSchema, filterSchema, idSchema, pageFields, timestampSchema } from './common.ts';
import { filterTexts, folderSchema, messageFilters } from './mail.ts';
import { WITHOUT_CONTRADICTION } from './mail-changes.ts';
import { notExactlyOneOf, refuses, without } from './rules.ts';

/** Operations on many messages. See: docs/contract/mail.md#changing-messages. */

/** The maximum number of messages that one request names. */
const MAX_IDS = 100;

const CHANGES = ['is_read', 'folder', 'add_labels', 'remove_labels'] as const;

export const updateMessagesBody = described(
  'UpdateMessages',
  'The messages, and at least one field to change in all of them.',
  z
    .strictObject({
      ids: z.array(idSchema).min(1, 'at least 1 id').max(MAX_IDS, `at most ${MAX_IDS} ids`),
      is_read: z.boolean().optional(),
      folder: folderSchema.optional(),
      add_labels: mailLabelsSchema.optional(),
      remove_labels: mailLabelsSchema.optional(),
    })
    .refine((body) => CHANGES.some((name) => body[name] !== undefined), CHANGES.join(' or '))
    .refine(...WITHOUT_CONTRADICTION),
  {
    ids: 'The ids of the messages.',
    is_read: 'Whether they are marked as read.',
    folder: 'The folder to move them to.',
    add_labels: 'Labels to add.',
    remove_labels: 'Labels to remove, none of which is in `add_labels`.',
  },
  refuses(without(...CHANGES)),
);

const refusedSchema = described(
  'RefusedMessage',
  'A message that was not changed.',
  z.strictObject({ id: z.string(), code: z.string(), message: z.string() }),
  { id: 'The message.', code: 'The error code that a request for it alone would get.', message: 'Why.' },
);

export const updatedMessagesSchema = described(
  'UpdatedMessages',
  'What became of the messages. Each id is in one of the lists, in the order of the request.',
  z.strictObject({ updated: z.array(z.string()), not_found: z.array(z.string()), refused: z.array(refusedSchema) }),
  {
    updated: 'Those that now match the request, including those that already did.',
    not_found: 'Those that the agent does not have.',
    refused: 'Those that could not be changed.',
  },
);

/** Exactly one of the fields, so that no request marks more than it says. */
const ONE_PLACE = notExactlyOneOf('folder', 'thread_id');

export const markReadBody = described(
  'MarkRead',
  'What to mark as read: a folder, or a conversation.',
  z
    .strictObject({
      folder: folderSchema.optional(),
      thread_id: filterSchema.optional(),
      before: pageFields.before,
    })
    .refine(({ folder, thread_id }) => (folder === undefined) !== (thread_id === undefined), {
      message: 'either folder or thread_id',
    }),
  {
    folder: 'The folder.',
    thread_id: 'The conversation, in all folders.',
    before: 'Only messages created before this time. Messages that arrive later stay unread.',
  },
  refuses(ONE_PLACE),
);

const continueText = 'The `before` of the next request for the rest; null if this was all.';

export const markedReadSchema = described(
  'MarkedRead',
  'What was marked as read.',
  z.strictObject({ updated_count: countSchema, continue_before: timestampSchema.nullable() }),
  { updated_count: 'How many messages this request has marked.', continue_before: continueText },
);

const unreadSchema = described(
  'UnreadCount',
  'The unread messages of a folder.',
  z.strictObject({ folder: folderSchema, unread_count: countSchema }),
  { folder: null, unread_count: 'How many of its messages are unread.' },
);

export const foldersSchema = described(
  'MailFolders',
  'The folders of an agent, with their unread messages.',
  z.strictObject({ folders: z.array(unreadSchema), continue_before: timestampSchema.nullable() }),
  { folders: 'All folders, also those without unread messages.', continue_before: continueText },
);

export const foldersQuery = explained(z.strictObject({ before: pageFields.before }), {
  before: 'Only messages older than this time: the `continue_before` of the previous reply.',
});

export const allMessagesQuery = explained(z.strictObject({ ...pageFields, ...messageFilters }), filterTexts);
