import { z } from 'zod';
import { described } from '#shared/domain/schema/described.ts';
import { TUNNEL_STATUSES } from '#shared/domain/tunnel/tunnel-status.ts';
import { idSchema, labelSchema, metadataSchema, timestampSchema } from './common.ts';
import { extending } from './rules.ts';

/** Tunnels. See: docs/contract/tunnels.md#records. */
export const createTunnelBody = described(
  'CreateTunnel',
  'A new tunnel.',
  z.strictObject({
    name: labelSchema.optional(),
    identity_id: idSchema.optional(),
    metadata: metadataSchema.optional(),
  }),
  {
    name: 'The name that people see.',
    identity_id: 'The agent that it belongs to. By default, the key’s agent or, with an org key, the organization.',
    metadata: null,
  },
);

const tunnelStatusSchema = z.enum([...TUNNEL_STATUSES, 'held']).meta({
  id: 'TunnelStatus',
  description: 'A tunnel is suspended while its agent is. `held`: a person has to approve it.',
});

const tunnelFields = {
  id: z.string(),
  identity_id: z.string().nullable(),
  name: z.string().nullable(),
  metadata: metadataSchema,
  public_url: z.string(),
  connect_url: z.string(),
  status: tunnelStatusSchema,
  connected: z.boolean(),
  last_connected_at: timestampSchema.nullable(),
  created_at: timestampSchema,
};

const tunnelTexts = {
  id: 'The tunnel’s id.',
  identity_id: 'The agent that it belongs to; null: the organization.',
  name: 'The name that people see.',
  metadata: null,
  public_url: 'Requests to this address and all paths below it reach the server. The address cannot be guessed.',
  connect_url: 'The WebSocket address for the server side, which connects with an API key.',
  status: null,
  connected: 'Whether a client is connected.',
  last_connected_at: 'When a client last connected.',
} as const;

export const tunnelSchema = described(
  'Tunnel',
  'A public address for a server that has none.',
  z.strictObject(tunnelFields),
  tunnelTexts,
);

export const newTunnelSchema = described(
  'NewTunnel',
  'A new tunnel. One that is held exists when it is approved.',
  z.strictObject({ ...tunnelFields, approval_id: z.string().optional() }),
  { ...tunnelTexts, approval_id: 'The approval that a held tunnel waits for.' },
  extending('Tunnel'),
);

export const tunnelsSchema = described(
  'TunnelList',
  'A page of tunnels.',
  z.strictObject({ tunnels: z.array(tunnelSchema) }),
  { tunnels: null },
);
