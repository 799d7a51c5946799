import type { Aid } from '../../../typescript/src/index.ts';
import { readReceiver, setReceiver } from './dials.ts';

/** Creates an endpoint for the organization's receiver on this machine, and gives the receiver the secret. */
export async function connectReceiver(aid: Aid, organization: string): Promise<void> {
  const { url } = await readReceiver(organization);
  const { secret } = await aid.webhooks.create({ url });
  await setReceiver(organization, { secret });
}
