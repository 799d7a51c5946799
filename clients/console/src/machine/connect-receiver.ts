import type { Aid } from '../../../typescript/src/index.ts';
import { readReceiver, setReceiver } from './dials.ts';

/**
 * Creates an endpoint for the receiver that this machine offers to an organization, and gives the receiver its secret.
 */
export async function connectReceiver(aid: Aid, organization: string): Promise<void> {
  const { url } = await readReceiver(organization);
  const { secret } = await aid.webhooks.create({ url });
  await setReceiver(organization, { secret });
}
