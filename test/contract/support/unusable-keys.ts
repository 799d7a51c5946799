import { generateApiKey } from '#shared/domain/organization/api-key.ts';
import type { Fixture } from './fixture.ts';

/** Headers without a usable key, by what is wrong with them. */
export type UnusableKeys = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Every kind of unusable key. Makes keys of the organization and revokes them. */
export async function makeUnusableKeys({ organization, agent }: Fixture): Promise<UnusableKeys> {
  const { api, key } = organization;
  const revoked = async (identity_id?: string) => {
    const made = await api.ok('createApiKey', { body: { name: 'revoked', identity_id } });
    await api.ok('revokeApiKey', { params: { id: made.id } });
    return made.key;
  };
  const bearer = (text: string) => ({ authorization: `Bearer ${text}` });
  return {
    'no key': {},
    'a revoked key': bearer(await revoked()),
    'an empty key': bearer(''),
    'another scheme': { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` },
    'a key without its scheme': { authorization: key },
    'a malformed key': bearer('nonsense'),
    'a wrong checksum': bearer(key.slice(0, -1) + (key.endsWith('0') ? '1' : '0')),
    'a truncated key': bearer(key.slice(0, -1)),
    'the other kind’s prefix': bearer(key.replace('aid_org_', 'aid_agt_')),
    'a key that was never issued': bearer(generateApiKey('org')),
    'an agent key that was never issued': bearer(generateApiKey('agt')),
    'a revoked agent key': bearer(await revoked(agent.id)),
  };
}
