import { z } from 'zod';
import { described } from '#shared/domain/schema/described.ts';
import { emailSchema } from './account.ts';
import { codeSchema, organizationSchema, passwordSchema, userSchema } from './auth.ts';
import { timestampSchema } from './common.ts';
import { roleSchema } from './role.ts';

/** The people of an organization. See: docs/contract/members.md. */
const memberStatusSchema = z.enum(['invited', 'active']).meta({
  id: 'MemberStatus',
  description: 'Whether the person has accepted the invitation.',
});

export const memberSchema = described(
  'Member',
  'A person of an organization.',
  z.strictObject({
    id: z.string(),
    email: z.string(),
    role: roleSchema,
    status: memberStatusSchema,
    second_factor: z.boolean(),
    last_login_at: timestampSchema.nullable(),
    created_at: timestampSchema,
  }),
  {
    id: 'The person’s id. An invitation that a person with an account accepts takes the id of the account.',
    email: 'The person’s email address.',
    role: null,
    status: null,
    second_factor: 'Whether the person’s logins need a second factor.',
    last_login_at: 'When the person last logged in to the organization.',
    created_at: 'When the person was invited, or became the first owner.',
  },
);

export const membersSchema = described(
  'MemberList',
  'A page of members.',
  z.strictObject({ members: z.array(memberSchema) }),
  { members: null },
);

export const createMemberBody = described(
  'CreateMember',
  'Who becomes a member, and with which role.',
  z.strictObject({ email: emailSchema, role: roleSchema }),
  { email: 'The email address that the invitation is sent to.', role: null },
);

export const updateMemberBody = described('UpdateMember', 'The new role.', z.strictObject({ role: roleSchema }), {
  role: null,
});

export const joinOrganizationBody = described(
  'JoinOrganization',
  'The emailed code of an invitation.',
  z.strictObject({ email: emailSchema, code: codeSchema, password: passwordSchema.optional() }),
  {
    email: 'The email address that the invitation was sent to.',
    code: 'The six digits in the email.',
    password: 'The password for later logins. Required for an address without an account; an account keeps its own.',
  },
);

export const joinedSchema = described(
  'JoinedOrganization',
  'The person is a member now, and can log in.',
  z.strictObject({ joined: z.literal(true), user: userSchema, organization: organizationSchema, role: roleSchema }),
  { joined: 'Always true.', user: 'Who has joined.', organization: 'What the person has joined.', role: null },
);
