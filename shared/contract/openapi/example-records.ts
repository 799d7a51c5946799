import { ID_PREFIX, type IdKind } from '#shared/domain/ids/ids.ts';

/** The records that the examples share: one organization, its agents and what they own. */
const ULID = '01M7YKTVVJAAFKNEW6HZDFK2Q';

/** The id of an example, the first of its kind or the one with this digit. */
export function exampleId(kind: IdKind, digit = 1): string {
  return `${ID_PREFIX[kind]}_${ULID}${digit}`;
}

export const AT = '2026-11-21T08:33:46.649Z';
export const LATER = '2026-11-21T08:34:02.117Z';
export const EXPIRES = '2026-11-21T08:48:46.649Z';
export const BASE_URL = 'https://api.example.com';

export const ORGANIZATION = { id: exampleId('organization'), name: 'Example Works', slug: 'example-works' } as const;
export const USER = { id: exampleId('user'), email: 'ada@example.com' } as const;
export const CARD_URL = `${BASE_URL}/v1/identities/${exampleId('agent')}/a2a/agent-card.json`;

export const times = { created_at: AT, updated_at: AT } as const;

/** Keys in the right format that never worked. */
export const ORG_KEY = 'aid_org_AlqeZBeutmQjy0XrbKNUCOGE8OFESZ22hBIys';
export const LOGIN_TOKEN = 'aid_usr_AvmTPpRYByyUM6v26fiT5L23MbiS4Ji0ZpbmS';
export const AGENT_KEY = 'aid_agt_AzTequW6MtWy43IRJAu96g2cFLNVyTg21h9Za';

/** A key without a private half, a token that never worked, and a proof of this key for the lease of the token. */
export const PUBLIC_KEY = 'c8t0b4TabCWtxKM9zgrX9Ys4D5HPqDsoRUVbpM/yc9Q=';
export const LEASE_TOKEN = 'lst_TryK5AI7pGEzCuHstHFsy1OEyRe2aWwsnLRmoWZJWQU';
export const PROOF = {
  timestamp: 1795250042,
  nonce: 'mTg5Zq0x7Lw2',
  signature: 'T4tZCf9uV5u+bruSPc5ajLgjiCZyOovg7cjdWbBjpwzy6BsnhgJI7kIFLDP3J2Np16bv6rQ1B1HPX0SDrQPTBw==',
} as const;

/** A SHA-256 in hexadecimal. */
export const EXAMPLE_HASH = '3f79bb7b435b05321651daefd374cdc681dc06faa65e374e38337b88ca046dea';
