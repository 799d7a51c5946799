import { z } from 'zod';
import { mailLabelSchema } from '#shared/domain/mail/labels.ts';
import { described, explained } from '#shared/domain/schema/described.ts';
import { filterSchema, instantSchema, pageFields, queryBoolean, timestampSchema } from './common.ts';
import { folderSchema } from './mail.ts';

/** The search over what an organization or an agent has. See: docs/contract/search.md. */

const SEARCH_KINDS = ['mail', 'task', 'contact', 'event'] as const;

export type SearchKind = (typeof SEARCH_KINDS)[number];

const kindSchema = z.enum(SEARCH_KINDS).meta({ id: 'SearchKind', description: 'What kind of record was found.' });

export const searchResultSchema = described(
  'SearchResult',
  'A record that was found.',
  z.strictObject({
    kind: kindSchema,
    id: z.string(),
    identity_id: z.string().nullable(),
    at: timestampSchema,
    title: z.string(),
    snippet: z.string(),
    highlights: z.array(z.string()),
  }),
  {
    kind: null,
    id: 'The id of the message, task, contact or event.',
    identity_id: 'The agent that it belongs to; null if it is the organization’s.',
    at: 'When it was created: the order of the results. Pass it as `before` to continue.',
    title: 'The subject of a message, the name of a contact, the agents of a task, the type of an event.',
    snippet: 'The part of its text that matches most of the query, on one line.',
    highlights: 'What was found, as the title or the snippet spells it.',
  },
);

export const searchQuery = explained(
  z.strictObject({
    ...pageFields,
    q: filterSchema,
    kind: kindSchema.optional(),
    identity_id: filterSchema.optional(),
    from: filterSchema.optional(),
    to: filterSchema.optional(),
    since: instantSchema.optional(),
    until: pageFields.before,
    folder: folderSchema.optional(),
    has_attachment: queryBoolean.optional(),
    label: mailLabelSchema.optional(),
  }),
  {
    q: 'What to look for: words, `"phrases"`, `prefix*`, `-excluded`, and operators such as `from:ada`.',
    kind: 'Only records of this kind. Without it messages, tasks and contacts.',
    identity_id: 'Only what this agent has.',
    from: 'Only messages with this in the address or name of an author.',
    to: 'Only messages with this in the address or name of a recipient.',
    since: 'Only records created at this time or later.',
    until: 'Only records created before this time.',
    folder: 'Only messages in this folder.',
    has_attachment: 'Only messages with attachments, or only those without.',
    label: 'Only messages with this label.',
  },
);

export const searchResultsSchema = described(
  'SearchResultList',
  'A page of what was found, newest first.',
  z.strictObject({ results: z.array(searchResultSchema) }),
  { results: null },
);
