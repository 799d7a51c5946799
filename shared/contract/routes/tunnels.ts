import { route } from '../route.ts';
import { idParams, pageQuery } from '../schemas/common.ts';
import { createTunnelBody, newTunnelSchema, tunnelSchema, tunnelsSchema } from '../schemas/tunnel.ts';

const group = { group: 'tunnels', auth: 'any-key' } as const;

/** Without the address, which is all that a caller of the tunnel needs. */
const AUDITED_TUNNEL = { target: 'tunnel', fields: ['identity_id', 'name'] } as const;

export const createTunnel = route({
  ...group,
  name: 'createTunnel',
  method: 'POST',
  path: '/v1/tunnels',
  auth: 'resource-agent',
  resources: [{ load: 'identity', named: 'identity_id', foreign: 403 }],
  summary: 'Creates a tunnel. With an agent key, it belongs to that agent.',
  // One that is held is not created by the request.
  audited: { ...AUDITED_TUNNEL, whereStated: true },
  body: createTunnelBody,
  bodyOptional: true,
  status: 201,
  otherReply: { status: 202, reply: newTunnelSchema },
  reply: newTunnelSchema,
  errors: ['usage.tunnel_limit'],
});

export const listTunnels = route({
  ...group,
  name: 'listTunnels',
  method: 'GET',
  path: '/v1/tunnels',
  summary: 'Lists tunnels, except deleted ones. An agent key sees its own agent’s.',
  query: pageQuery,
  status: 200,
  reply: tunnelsSchema,
});

export const getTunnel = route({
  ...group,
  name: 'getTunnel',
  method: 'GET',
  path: '/v1/tunnels/{id}',
  auth: 'resource-agent',
  resources: [{ load: 'tunnel', named: 'id', foreign: 404 }],
  summary: 'Returns a tunnel.',
  params: idParams,
  status: 200,
  reply: tunnelSchema,
});

export const deleteTunnel = route({
  ...group,
  name: 'deleteTunnel',
  method: 'DELETE',
  path: '/v1/tunnels/{id}',
  auth: 'resource-agent',
  resources: [{ load: 'tunnel', named: 'id', foreign: 404 }],
  summary: 'Deletes a tunnel and closes its connection.',
  audited: AUDITED_TUNNEL,
  params: idParams,
  status: 204,
});
