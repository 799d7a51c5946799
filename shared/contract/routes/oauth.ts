import { AUDITED_GRANT } from '../audited.ts';
import { route } from '../route.ts';
import { idParams, pageQuery } from '../schemas/common.ts';
import { grantSchema, grantsSchema } from '../schemas/grant.ts';

const grants = { group: 'oauth', auth: 'org' } as const;

export const listGrants = route({
  ...grants,
  name: 'listGrants',
  method: 'GET',
  path: '/v1/grants',
  summary: 'Lists what people have allowed OAuth clients, newest first.',
  query: pageQuery,
  status: 200,
  reply: grantsSchema,
});

export const getGrant = route({
  ...grants,
  name: 'getGrant',
  method: 'GET',
  path: '/v1/grants/{id}',
  summary: 'Returns a grant.',
  params: idParams,
  status: 200,
  reply: grantSchema,
});

export const revokeGrant = route({
  ...grants,
  name: 'revokeGrant',
  method: 'DELETE',
  path: '/v1/grants/{id}',
  summary: 'Revokes a grant with its tokens, immediately and permanently.',
  audited: AUDITED_GRANT,
  params: idParams,
  status: 204,
});
