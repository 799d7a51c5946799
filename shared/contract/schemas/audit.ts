import { z } from 'zod';
import { AUDIT_ACTORS, AUDIT_TARGETS } from '#shared/domain/organization/audit.ts';
import { described, explained } from '#shared/domain/schema/described.ts';
import { jsonObjectSchema } from '#shared/domain/schema/json-object.ts';
import { filterSchema, pageFields, timestampSchema } from './common.ts';

/** Who changed what, when and from where. See: docs/contract/audit.md. */
export const auditQuery = explained(
  z.strictObject({
    ...pageFields,
    actor: filterSchema.optional(),
    action: filterSchema.optional(),
    target: filterSchema.optional(),
  }),
  {
    actor: 'Only what this person, key or agent did: an id.',
    action: 'Only this action.',
    target: 'Only changes of what has this id.',
  },
);

const auditActorSchema = described(
  'AuditActor',
  'Who has made a change.',
  z.strictObject({ type: z.enum(AUDIT_ACTORS), id: z.string(), label: z.string().nullable() }),
  {
    type: 'A person who logged in, an org key, an agent, or the service itself.',
    id: 'The id of the person, the key or the agent; `service` for the service.',
    label: 'The email address of the person, the name of the key, or the handle of the agent.',
  },
);

const auditTargetSchema = described(
  'AuditTarget',
  'What was changed.',
  z.strictObject({ type: z.enum(AUDIT_TARGETS), id: z.string() }),
  { type: 'What it is.', id: 'Its id. Settings have the id of their agent or organization.' },
);

export const auditEntrySchema = described(
  'AuditEntry',
  'A change.',
  z.strictObject({
    id: z.string(),
    at: timestampSchema,
    actor: auditActorSchema,
    address: z.string().nullable(),
    action: z.string(),
    target: auditTargetSchema,
    before: jsonObjectSchema.nullable(),
    after: jsonObjectSchema.nullable(),
  }),
  {
    id: 'The entry’s id.',
    at: 'When it was made.',
    actor: null,
    address: 'The network address of the caller; null for the service.',
    action: 'The name of the operation, as in this description.',
    target: null,
    before: 'Fields of the target before the change; null if there are none.',
    after: 'The same fields after it.',
  },
);

export const auditSchema = described(
  'AuditList',
  'A page of the audit.',
  z.strictObject({ entries: z.array(auditEntrySchema) }),
  { entries: null },
);
