import { isSeenBy } from '../caller.ts';
import { nextBefore } from '../pages.ts';
import { secretsResult } from '../results/secrets.ts';
import { toolResult } from '../results/tool-result.ts';
import { writeOnce } from '../send-once.ts';
import type { ToolRunners } from '../tool-context.ts';

/** The tools for secrets, for clients that ask for them. See: docs/contract/mcp.md#secrets. */
export const VAULT: ToolRunners<'listSecrets' | 'createLease' | 'redeemLease'> = {
  listSecrets: async ({ api, caller }, { limit, cursor }) => {
    const received = await api.send('listSecrets', { query: { limit, before: cursor } });
    const { secrets } = received.body;
    const seen = secrets.filter(({ identity_id: owner }) => isSeenBy(caller, owner, { isShared: false }));
    return secretsResult(seen, nextBefore(received, secrets, limit));
  },

  createLease: async ({ api, caller }, args) => {
    const owner = caller.isAgent ? undefined : caller.identityId;
    const body = { ...args, ...(owner !== undefined && { identity_id: owner }) };
    const { body: lease } = await writeOnce(api, 'createLease', { body }, { ...args });
    const { id, lease_token, expires_at, max_uses, secret_id, secret_version } = lease;
    return toolResult({ lease_id: id, lease_token, expires_at, max_uses, secret_id, secret_version });
  },

  redeemLease: async ({ api }, { lease_id: id, lease_token }) => {
    const { value, version, lease } = await api.call('redeemLease', { params: { id }, body: { lease_token } });
    const shown = typeof value === 'string' ? value : JSON.stringify(value);
    return toolResult({ lease_id: id, version, value: shown, uses_left: lease.max_uses - lease.use_count });
  },
};
