import { Aid, type Identity } from '../../../typescript/src/index.ts';
import { connectReceiver } from '../machine/connect-receiver.ts';
import { apiUrl } from './session.ts';

const mark = () => crypto.randomUUID().slice(0, 6);

/** Creates an agent with a handle that is not in use. */
export function newAgent(aid: Aid, name: string): Promise<Identity> {
  return aid.identities.create({ handle: `${name.toLowerCase()}-${mark()}`, display_name: name });
}

/** Creates an organization with two agents and an endpoint for the receiver of this machine. Returns its slug. */
export async function createDemo(): Promise<string> {
  const id = mark();
  const anonymous = new Aid({ url: apiUrl });
  const { slug, admin_api_key: key } = await anonymous.organizations.create({ name: `Demo ${id}`, slug: `demo-${id}` });
  const aid = new Aid({ key, url: apiUrl });
  for (const name of ['Research', 'Support']) await newAgent(aid, name);
  await connectReceiver(aid, slug);
  return slug;
}
