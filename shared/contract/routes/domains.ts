import { route } from '../route.ts';
import { idParams, pageQuery } from '../schemas/common.ts';
import { createDomainBody, domainSchema, domainsSchema } from '../schemas/domain.ts';
import { createMailboxBody, mailboxesSchema, mailboxParams, mailboxSchema } from '../schemas/mailbox.ts';

const admin = { group: 'domains', auth: 'org' } as const;

const AUDITED_DOMAIN = { target: 'domain', fields: ['domain', 'status'] } as const;

const AUDITED_MAILBOX = { target: 'mailbox', fields: ['identity_id', 'address', 'domain_id'] } as const;

export const createDomain = route({
  ...admin,
  name: 'createDomain',
  method: 'POST',
  path: '/v1/domains',
  summary: 'Adds a mail domain and returns the DNS records to set up.',
  audited: AUDITED_DOMAIN,
  body: createDomainBody,
  status: 201,
  reply: domainSchema,
  errors: ['domain.taken'],
});

export const listDomains = route({
  ...admin,
  name: 'listDomains',
  method: 'GET',
  path: '/v1/domains',
  summary: 'Lists the organization’s mail domains.',
  query: pageQuery,
  status: 200,
  reply: domainsSchema,
});

export const getDomain = route({
  ...admin,
  name: 'getDomain',
  method: 'GET',
  path: '/v1/domains/{id}',
  summary: 'Returns a mail domain with the state of its records.',
  params: idParams,
  status: 200,
  reply: domainSchema,
});

export const verifyDomain = route({
  ...admin,
  name: 'verifyDomain',
  method: 'POST',
  path: '/v1/domains/{id}/verify',
  summary: 'Checks the DNS records now, even those of a failed domain.',
  audited: { ...AUDITED_DOMAIN, whereStated: true },
  params: idParams,
  status: 200,
  reply: domainSchema,
  errors: ['domain.taken'],
});

export const deleteDomain = route({
  ...admin,
  name: 'deleteDomain',
  method: 'DELETE',
  path: '/v1/domains/{id}',
  summary: 'Deletes a mail domain that has no mailboxes.',
  audited: AUDITED_DOMAIN,
  params: idParams,
  status: 204,
  errors: ['domain.in_use'],
});

export const createMailbox = route({
  ...admin,
  name: 'createMailbox',
  method: 'POST',
  path: '/v1/identities/{id}/mailboxes',
  summary: 'Gives an agent another address, on the service’s domain or a verified one.',
  audited: AUDITED_MAILBOX,
  params: idParams,
  body: createMailboxBody,
  status: 201,
  reply: mailboxSchema,
  errors: ['mailbox.taken'],
});

export const listMailboxes = route({
  ...admin,
  name: 'listMailboxes',
  method: 'GET',
  path: '/v1/identities/{id}/mailboxes',
  summary: 'Lists an agent’s mailboxes.',
  params: idParams,
  query: pageQuery,
  status: 200,
  reply: mailboxesSchema,
});

export const deleteMailbox = route({
  ...admin,
  name: 'deleteMailbox',
  method: 'DELETE',
  path: '/v1/identities/{id}/mailboxes/{mid}',
  summary: 'Deletes a mailbox that is not the default one. Its messages are kept.',
  audited: AUDITED_MAILBOX,
  params: mailboxParams,
  status: 204,
});
