import { CODE_ERRORS } from '../code-errors.ts';
import { route } from '../route.ts';
import { idParams, pageQuery } from '../schemas/common.ts';
import {
  createMemberBody,
  joinedSchema,
  joinOrganizationBody,
  memberSchema,
  membersSchema,
  updateMemberBody,
} from '../schemas/member.ts';

/** What entries show of a member. */
const AUDITED_MEMBER = { target: 'member', fields: ['email', 'role', 'status'] } as const;

const members = { group: 'auth', auth: 'org' } as const;

export const createMember = route({
  ...members,
  name: 'createMember',
  method: 'POST',
  path: '/v1/members',
  rowRules: ['owner-member'],
  summary: 'Invites a person by email, or invites once more with another code.',
  audited: AUDITED_MEMBER,
  body: createMemberBody,
  status: 201,
  duplicateStatus: 200,
  reply: memberSchema,
  errors: ['member.duplicate', 'member.limit_reached'],
});

export const listMembers = route({
  ...members,
  name: 'listMembers',
  method: 'GET',
  path: '/v1/members',
  summary: 'Lists the people of the organization and those who are invited, newest first.',
  query: pageQuery,
  status: 200,
  reply: membersSchema,
});

export const updateMember = route({
  ...members,
  name: 'updateMember',
  method: 'PATCH',
  path: '/v1/members/{id}',
  rowRules: ['owner-member'],
  summary: 'Changes the role of a member, effective for the next request.',
  audited: { ...AUDITED_MEMBER, whereStated: true },
  params: idParams,
  body: updateMemberBody,
  status: 200,
  reply: memberSchema,
  errors: ['member.last_owner'],
});

export const deleteMember = route({
  ...members,
  name: 'deleteMember',
  method: 'DELETE',
  path: '/v1/members/{id}',
  rowRules: ['owner-member'],
  summary: 'Removes a member with the sessions and grants in the organization, or withdraws an invitation.',
  audited: AUDITED_MEMBER,
  params: idParams,
  status: 204,
  errors: ['member.last_owner'],
});

export const joinOrganization = route({
  group: 'auth',
  auth: 'none',
  name: 'joinOrganization',
  method: 'POST',
  path: '/v1/auth/invitation',
  summary: 'Accepts an invitation with the emailed code, and creates the account of a new person.',
  audited: { ...AUDITED_MEMBER, whereStated: true },
  body: joinOrganizationBody,
  status: 200,
  reply: joinedSchema,
  errors: [...CODE_ERRORS],
});
