import { alreadySent } from '../already-sent.ts';
import { isSeenBy } from '../caller.ts';
import { nextBefore } from '../pages.ts';
import { HELD_NOTES } from '../results/held-notes.ts';
import { secretsResult } from '../results/secrets.ts';
import { toolResult } from '../results/tool-result.ts';
import { writeKeyed, writeOnce } from '../send-once.ts';
import type { ToolRunners } from '../tool-context.ts';

/** The tools for secrets, for clients that ask for them. See: docs/contract/mcp.md#secrets. */
export const VAULT: ToolRunners<'listSecrets' | 'createLease' | 'redeemLease'> = {
  listSecrets: async ({ api, caller }, { limit, cursor }) => {
    const received = await api.send('listSecrets', { query: { limit, before: cursor } });
    const { secrets } = received.body;
    const seen = secrets.filter(({ identity_id: owner }) => isSeenBy(caller, owner, { isShared: false }));
    return secretsResult(seen, nextBefore(received, secrets, limit));
  },

  // Each call makes a lease, unless it has a key: one that was used or has ended could not be used in place of another.
  createLease: async ({ api, caller }, { idempotency_key, ...args }) => {
    const owner = caller.isAgent ? undefined : caller.identityId;
    const sent = { body: { ...args, ...(owner !== undefined && { identity_id: owner }) } };
    const { body: lease, alreadyDone } = await writeKeyed(api, 'createLease', sent, { idempotency_key });
    if (lease.status === 'held') {
      const { id: lease_id, status, approval_id } = lease;
      return toolResult({ lease_id, status, approval_id, note: HELD_NOTES.lease });
    }
    const { id, lease_token, expires_at, max_uses, secret_id, secret_version } = lease;
    const record = { lease_id: id, lease_token, expires_at, max_uses, secret_id, secret_version };
    return toolResult({ ...record, ...(alreadyDone && alreadySent(LEASED_BEFORE, { idempotency_key }, KEY_ALONE)) });
  },

  redeemLease: async ({ api }, { lease_id: id, lease_token, idempotency_key }) => {
    // A lease that was held gets its token by the claim, once. Later calls need it, so the result has it; and a client
    // that calls again after a lost response gets the same one.
    const claimed =
      lease_token === undefined
        ? (await writeOnce(api, 'claimLease', { params: { id } }, { idempotency_key, id })).body.lease_token
        : undefined;
    const sent = { params: { id }, body: { lease_token: lease_token ?? claimed ?? '' } };
    const { body, alreadyDone } = await writeKeyed(api, 'redeemLease', sent, { idempotency_key });
    const { value, version, lease } = body;
    const shown = typeof value === 'string' ? value : JSON.stringify(value);
    const token = claimed === undefined ? {} : { lease_token: claimed };
    const record = { lease_id: id, ...token, version, value: shown, uses_left: lease.max_uses - lease.use_count };
    return toolResult({ ...record, ...(alreadyDone && alreadySent(REDEEMED_BEFORE, { idempotency_key }, KEY_ALONE)) });
  },
};

const LEASED_BEFORE = 'An earlier call with this idempotency_key created this lease, which may already have been used.';
const REDEEMED_BEFORE = 'An earlier call with this idempotency_key returned this value. No additional use was counted.';
const KEY_ALONE = { canSendAgain: false };
