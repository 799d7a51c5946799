import { type InputRequiredResult, inputRequired } from '@modelcontextprotocol/server';
import { findOAuthGrant } from '#shared/data/entities/oauth/grant.ts';
import { readEnv } from '#shared/runtime/env.ts';
import { logger } from '#shared/runtime/log.ts';
import { scopesOf } from '#shared/runtime/pipeline/actor.ts';
import type { AuthenticatedContext } from '#shared/runtime/pipeline/context.ts';
import { findApprover } from '#shared/services/approvals/approver.ts';
import { type Approval, decidedAction } from './decided-action.ts';
import { decisionState } from './decision-state.ts';
import type { ToolResult } from './results/result-record.ts';
import type { ToolContext } from './tool-context.ts';
import type { UserInput } from './user-input.ts';

/** The call of a tool, as far as a question about it needs it. */
interface HeldCall {
  readonly name: string;
  readonly arguments: unknown;
  readonly context: AuthenticatedContext;
  readonly input: UserInput;
}

/** The key of the only question that this server asks. */
const QUESTION = 'approval';

const WHAT: Readonly<Record<Approval['kind'], string>> = {
  mail: 'This email',
  lease: 'This lease of a secret',
  task: 'This task',
  tunnel: 'This tunnel',
};

/**
 * The result of a call the action of which is held: where the user of the client may decide about it, a question that
 * leads to the page of the console. The client and its token get no right by that: the person logs in there, and what
 * the client says about the page decides nothing. Everyone else gets the result of the tool, as does a person for whom
 * anything of this fails, because the action is held already.
 *
 * See: docs/contract/mcp.md#the-user-of-a-client; docs/decisions/0096-deciding-from-an-mcp-client.md.
 */
export async function askForDecision(
  call: HeldCall,
  tool: Pick<ToolContext, 'api' | 'caller'>,
  held: ToolResult,
): Promise<ToolResult | InputRequiredResult> {
  const { status, approval_id: id } = held.structured;
  const { CONSOLE_ORIGIN: origin } = readEnv('CONSOLE_ORIGIN');
  if (status !== 'held' || typeof id !== 'string' || origin === undefined || !call.input.opensPages) return held;
  // The repeated call reads the approval.
  if (!scopesOf(call.context.actor)?.includes('mail.read')) return held;
  try {
    const approval = await tool.api.call('getApproval', { params: { id } });
    if (!(await isForTheirUser(call.context, approval))) return held;
    // A repetition within the time of its key has the first result, also after the decision.
    if (approval.status !== 'pending') return await decidedAction(tool, approval);
    return question(call, approval, consolePage(origin, call.context.actor.organization, approval));
  } catch (error) {
    logger.warn('no question about a held action', { request_id: call.context.requestId, error: error as Error });
    return held;
  }
}

/** Whether the credential is the grant of a person who may decide about the approval now. No user is behind a key. */
async function isForTheirUser({ table, actor }: AuthenticatedContext, approval: Approval): Promise<boolean> {
  if (actor.kind !== 'agent' || actor.agents === undefined) return false;
  const { id: organizationId } = actor.organization;
  const grant = await findOAuthGrant(table, organizationId, actor.keyId);
  if (grant === undefined) return false;
  const { identity_id: identityId } = approval;
  return (await findApprover(table, { organizationId, identityId }, grant.memberId)) !== undefined;
}

/** The page of the console about an approval. Its address grants nothing, so that it may be shown to anyone. */
export function consolePage(origin: string, { slug }: { readonly slug: string }, { id }: Pick<Approval, 'id'>): string {
  return `${origin}/#/${[slug, 'approvals', id].map(encodeURIComponent).join('/')}`;
}

/** The message names nothing that an agent or a stranger wrote: the page shows it as text. */
function question(call: HeldCall, { id, kind }: Approval, url: string): InputRequiredResult {
  const message = `${WHAT[kind]} is held until a person decides. The page shows all of it, and you can approve or deny it there after you have logged in. Opening the page decides nothing.`;
  return inputRequired({
    inputRequests: { [QUESTION]: inputRequired.elicitUrl({ message, url }) },
    requestState: decisionState(id, call),
  });
}
