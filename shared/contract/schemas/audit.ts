import { z } from 'zod';
import { AUDIT_ACTORS } from '#shared/domain/organization/audit.ts';
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

const actorTypeSchema = z
  .enum(AUDIT_ACTORS)
  .meta({ id: 'AuditActorType', description: 'A person who logged in, an org key, an agent, or the service.' });

const auditActorSchema = described(
  'AuditActor',
  'Who has made a change.',
  z.strictObject({ type: actorTypeSchema, id: z.string(), label: z.string().nullable() }),
  {
    type: null,
    id: 'The id of the person, the key or the agent; `service` for the service.',
    label: 'The email address of the person, the name of the key, or the handle of the agent.',
  },
);

const auditTargetSchema = described(
  'AuditTarget',
  'What was changed.',
  z.strictObject({ type: z.string(), id: z.string() }),
  { type: 'What it is, such as `webhook`.', id: 'Its id. Settings have that of their agent or organization.' },
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
    address: 'The caller’s network address.',
    action: 'The name of the operation.',
    target: null,
    before: 'Fields of the target before it.',
    after: 'The same after it.',
  },
);

export const auditSchema = described(
  'AuditEntryList',
  'A page of the audit.',
  z.strictObject({ entries: z.array(auditEntrySchema) }),
  { entries: null },
);
