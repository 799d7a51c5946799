import { route } from '../route.ts';
import {
  createRuleBody,
  putSettingsBody,
  ruleSchema,
  rulesQuery,
  rulesSchema,
  settingsSchema,
  updateRuleBody,
} from '../schemas/a2a-access.ts';
import {
  createInvitationBody,
  invitationSchema,
  invitationsQuery,
  invitationsSchema,
} from '../schemas/a2a-invitation.ts';
import { idParams } from '../schemas/common.ts';

/** Which agents may reach each other: settings of agents, rules of organizations, and invitations between them. */
const group = { group: 'a2a' } as const;
const admin = { ...group, auth: 'org' } as const;

const AUDITED_SETTINGS = {
  target: 'a2a_settings',
  fields: ['publicly_discoverable', 'filter_mode', 'description', 'skills'],
} as const;

const AUDITED_RULE = { target: 'a2a_rule', fields: ['identity_id', 'handle', 'action', 'direction'] } as const;

const AUDITED_INVITATION = { target: 'invitation', fields: ['from_handle', 'to_handle', 'status'] } as const;

export const getA2aSettings = route({
  ...group,
  name: 'getA2aSettings',
  method: 'GET',
  path: '/v1/identities/{id}/a2a/settings',
  auth: 'resource-agent',
  resources: [{ load: 'identity', named: 'id', foreign: 403 }],
  summary: 'Returns an agent’s A2A settings. An agent key reads its own.',
  params: idParams,
  status: 200,
  reply: settingsSchema,
});

export const putA2aSettings = route({
  ...group,
  name: 'putA2aSettings',
  method: 'PUT',
  path: '/v1/identities/{id}/a2a/settings',
  auth: 'resource-agent',
  resources: [{ load: 'identity', named: 'id', foreign: 403 }],
  orgOnly: ['publicly_discoverable', 'filter_mode'],
  summary: 'Changes A2A settings. `publicly_discoverable` and `filter_mode` need an org key.',
  audited: AUDITED_SETTINGS,
  params: idParams,
  body: putSettingsBody,
  status: 200,
  reply: settingsSchema,
});

export const createA2aRule = route({
  ...admin,
  name: 'createA2aRule',
  method: 'POST',
  path: '/v1/a2a/contact-rules',
  summary: 'Allows or blocks tasks between two agents.',
  audited: AUDITED_RULE,
  body: createRuleBody,
  status: 201,
  reply: ruleSchema,
  errors: ['resource.not_found', 'contact_rule.duplicate'],
});

export const listA2aRules = route({
  ...admin,
  name: 'listA2aRules',
  method: 'GET',
  path: '/v1/a2a/contact-rules',
  summary: 'Lists the organization’s A2A rules.',
  query: rulesQuery,
  status: 200,
  reply: rulesSchema,
  errors: ['resource.not_found'],
});

export const getA2aRule = route({
  ...admin,
  name: 'getA2aRule',
  method: 'GET',
  path: '/v1/a2a/contact-rules/{id}',
  summary: 'Returns an A2A rule.',
  params: idParams,
  status: 200,
  reply: ruleSchema,
});

export const updateA2aRule = route({
  ...admin,
  name: 'updateA2aRule',
  method: 'PATCH',
  path: '/v1/a2a/contact-rules/{id}',
  summary: 'Changes the action or the direction of an A2A rule.',
  audited: AUDITED_RULE,
  params: idParams,
  body: updateRuleBody,
  status: 200,
  reply: ruleSchema,
  errors: ['contact_rule.duplicate'],
});

export const deleteA2aRule = route({
  ...admin,
  name: 'deleteA2aRule',
  method: 'DELETE',
  path: '/v1/a2a/contact-rules/{id}',
  summary: 'Deletes an A2A rule.',
  audited: AUDITED_RULE,
  params: idParams,
  status: 204,
});

export const createInvitation = route({
  ...admin,
  name: 'createInvitation',
  method: 'POST',
  path: '/v1/a2a/invitations',
  summary:
    'Invites another agent; once accepted, the two can reach each other. A pending invitation is returned unchanged.',
  audited: AUDITED_INVITATION,
  body: createInvitationBody,
  status: 201,
  duplicateStatus: 200,
  reply: invitationSchema,
  errors: ['resource.not_found'],
});

export const listInvitations = route({
  ...admin,
  name: 'listInvitations',
  method: 'GET',
  path: '/v1/a2a/invitations',
  summary: 'Lists invitations that the organization sent or received.',
  query: invitationsQuery,
  status: 200,
  reply: invitationsSchema,
});

const step = {
  ...admin,
  method: 'POST',
  params: idParams,
  status: 200,
  reply: invitationSchema,
  errors: ['resource.not_found', 'a2a.invitation_closed'],
} as const;

export const acceptInvitation = route({
  ...step,
  name: 'acceptInvitation',
  path: '/v1/a2a/invitations/{id}/accept',
  rowRules: ['invitation-party'],
  summary: 'Accepts an invitation: each organization gets a rule that allows the other agent.',
  audited: AUDITED_INVITATION,
});

export const declineInvitation = route({
  ...step,
  name: 'declineInvitation',
  path: '/v1/a2a/invitations/{id}/decline',
  rowRules: ['invitation-party'],
  summary: 'Declines an invitation.',
  audited: AUDITED_INVITATION,
});

export const revokeInvitation = route({
  ...step,
  name: 'revokeInvitation',
  path: '/v1/a2a/invitations/{id}/revoke',
  rowRules: ['invitation-party'],
  summary: 'Withdraws a pending invitation.',
  audited: AUDITED_INVITATION,
});
