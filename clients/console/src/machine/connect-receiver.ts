import type { Aid } from '../../../typescript/src/index.ts';
import { readReceiver, setReceiver } from './dials.ts';

/** Makes an endpoint for the receiver that this machine offers to an organization, and lets it know the secret. */
export async function connectReceiver(aid: Aid, organization: string): Promise<void> {
  const { url } = await readReceiver(organization);
  const { secret } = await aid.webhooks.create({ url });
  await setReceiver(organization, { secret });
}
