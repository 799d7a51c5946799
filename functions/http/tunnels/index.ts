import * as routes from '#shared/contract/routes/tunnels.ts';
import { serve } from '#shared/runtime/pipeline/serve.ts';
import { createTunnel } from './create-tunnel.ts';
import { deleteTunnel } from './delete-tunnel.ts';
import { getTunnel } from './get-tunnel.ts';
import { listTunnels } from './list-tunnels.ts';

export const handler = serve(routes, { createTunnel, listTunnels, getTunnel, deleteTunnel });
