import { alreadySent } from '../already-sent.ts';
import { requireIdentity } from '../caller.ts';
import { toolResult } from '../results/tool-result.ts';
import { writeKeyed } from '../send-once.ts';
import type { ToolRunners } from '../tool-context.ts';

const ISSUED_BEFORE = 'An earlier call with this idempotency_key got this token, which may have expired since.';

/** The tool for identity tokens, for clients that ask for it. See: docs/contract/mcp.md#identity-tokens. */
export const TOKENS: ToolRunners<'getIdentityToken'> = {
  // Each call gets another token, unless it has a key: one that has expired could not be used in place of another.
  getIdentityToken: async ({ api, caller }, { idempotency_key, ...body }) => {
    const sent = { params: { id: requireIdentity(caller) }, body };
    const { body: issued, alreadyDone } = await writeKeyed(api, 'createIdentityToken', sent, { idempotency_key });
    const { token, expires_at } = issued;
    const note = alreadyDone && alreadySent(ISSUED_BEFORE, { idempotency_key }, { canSendAgain: false });
    return toolResult({ token, expires_at, ...note });
  },
};
