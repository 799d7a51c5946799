import { Aid } from '../../../typescript/src/index.ts';
import { aidOfSession, session } from '../shell/session.ts';

/**
 * Acts as an agent where an org key cannot: to send tasks or reply to them. Creates an agent key for that, and revokes
 * it afterwards.
 */
export async function asAgent<T>(identityId: string, act: (aid: Aid) => Promise<T>): Promise<T> {
  const aid = aidOfSession();
  if (session.value?.actor.identity_id === identityId) return act(aid);
  const { id, key } = await aid.apiKeys.create({ name: 'console, for one call', identity_id: identityId });
  try {
    return await act(new Aid({ key, url: aid.url }));
  } finally {
    await aid.apiKeys.revoke(id);
  }
}
