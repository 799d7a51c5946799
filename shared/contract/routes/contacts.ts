import { route } from '../route.ts';
import { idParams } from '../schemas/common.ts';
import {
  contactSchema,
  contactsQuery,
  contactsSchema,
  createContactBody,
  updateContactBody,
} from '../schemas/contact.ts';
import {
  contactRuleSchema,
  contactRulesQuery,
  contactRulesSchema,
  contactSettingsBody,
  contactSettingsQuery,
  contactSettingsSchema,
  createContactRuleBody,
} from '../schemas/contact-rule.ts';

const group = { group: 'contacts' } as const;
const admin = { ...group, auth: 'org' } as const;

const AUDITED_RULE = {
  target: 'contact_rule',
  fields: ['identity_id', 'action', 'match_type', 'match_target', 'when', 'folder', 'direction'],
} as const;

/** Without the names and addresses of people, so that nothing of a contact outlives its deletion. */
const AUDITED_CONTACT = { target: 'contact', fields: ['identity_id'] } as const;

export const createContactRule = route({
  ...admin,
  name: 'createContactRule',
  method: 'POST',
  path: '/v1/contact-rules',
  summary: 'Allows or blocks an address or domain, for an agent or the whole organization.',
  audited: AUDITED_RULE,
  body: createContactRuleBody,
  status: 201,
  reply: contactRuleSchema,
  errors: ['resource.not_found', 'contact_rule.duplicate'],
});

export const listContactRules = route({
  ...admin,
  name: 'listContactRules',
  method: 'GET',
  path: '/v1/contact-rules',
  summary: 'Lists contact rules.',
  query: contactRulesQuery,
  status: 200,
  reply: contactRulesSchema,
  errors: ['resource.not_found'],
});

export const deleteContactRule = route({
  ...admin,
  name: 'deleteContactRule',
  method: 'DELETE',
  path: '/v1/contact-rules/{id}',
  summary: 'Deletes a contact rule.',
  audited: AUDITED_RULE,
  params: idParams,
  status: 204,
});

export const getContactSettings = route({
  ...admin,
  name: 'getContactSettings',
  method: 'GET',
  path: '/v1/contact-rules/settings',
  summary: 'Returns the filter mode of an agent or the organization.',
  query: contactSettingsQuery,
  status: 200,
  reply: contactSettingsSchema,
  errors: ['resource.not_found'],
});

export const setContactSettings = route({
  ...admin,
  name: 'setContactSettings',
  method: 'PUT',
  path: '/v1/contact-rules/settings',
  summary: 'Sets the filter mode of an agent or the organization.',
  audited: { target: 'contact_settings', fields: ['filter_mode'] },
  query: contactSettingsQuery,
  body: contactSettingsBody,
  status: 200,
  reply: contactSettingsSchema,
  errors: ['resource.not_found'],
});

export const createContact = route({
  ...group,
  name: 'createContact',
  method: 'POST',
  path: '/v1/contacts',
  auth: 'resource-agent',
  resources: [{ load: 'identity', named: 'identity_id', foreign: 403 }],
  summary: 'Creates a contact. With an agent key, it belongs to that agent.',
  audited: AUDITED_CONTACT,
  body: createContactBody,
  status: 201,
  reply: contactSchema,
  errors: ['usage.storage_limit'],
});

export const listContacts = route({
  ...group,
  name: 'listContacts',
  method: 'GET',
  path: '/v1/contacts',
  auth: 'any-key',
  summary: 'Lists contacts. An agent key sees its own agent’s contacts and the shared ones.',
  query: contactsQuery,
  status: 200,
  reply: contactsSchema,
});

export const getContact = route({
  ...group,
  name: 'getContact',
  method: 'GET',
  path: '/v1/contacts/{id}',
  auth: 'resource-agent',
  resources: [{ load: 'contact', named: 'id', foreign: 403, shared: true }],
  summary: 'Returns a contact.',
  params: idParams,
  status: 200,
  reply: contactSchema,
});

export const updateContact = route({
  ...group,
  name: 'updateContact',
  method: 'PATCH',
  path: '/v1/contacts/{id}',
  auth: 'resource-agent',
  resources: [{ load: 'contact', named: 'id', foreign: 403 }],
  summary: 'Changes the given fields of a contact.',
  audited: AUDITED_CONTACT,
  params: idParams,
  body: updateContactBody,
  status: 200,
  reply: contactSchema,
  errors: ['usage.storage_limit'],
});

export const deleteContact = route({
  ...group,
  name: 'deleteContact',
  method: 'DELETE',
  path: '/v1/contacts/{id}',
  auth: 'resource-agent',
  resources: [{ load: 'contact', named: 'id', foreign: 403 }],
  summary: 'Deletes a contact.',
  audited: AUDITED_CONTACT,
  params: idParams,
  status: 204,
});
