import { AidError } from '../../../typescript/src/index.ts';
import { type ToolResult, toolError } from './messages.ts';
import { REQUEST_ID } from './request-ids.ts';

/** What a model can do about an error from the service, in the words of the service's own tools. */
const NEXT_STEPS: Readonly<Record<string, string>> = {
  'auth.unauthorized': 'The key was revoked or has expired. Tell the person you work for.',
  'auth.forbidden': 'Your key may not do that. Do not retry.',
  'identity.suspended': 'The agent is suspended. Tell the person you work for.',
  'validation.failed': 'Correct the arguments and call again.',
  'vault.proof_invalid': 'The agent has a keypair: aid mcp needs its --private-key-file. Tell the person you work for.',
  'rate_limit.exceeded': 'Wait, then call again.',
};

/** The error of one of this program's tools: what went wrong, what to do next, and the id to report. */
export function localError(tool: string, error: Error, whereIdsAre: string): ToolResult {
  const sentence = /[.!?]$/.test(error.message) ? error.message : `${error.message}.`;
  if (!(error instanceof AidError)) return toolError(`${tool}: ${sentence}`);
  const { status, code, requestId, retryable } = error;
  const usual = retryable ? 'Call again in a moment: repeating it is safe.' : '';
  const next = NEXT_STEPS[code] ?? (status === 404 ? `Check the ids: ${whereIdsAre}.` : usual);
  const request = requestId === undefined ? '' : `, request ${requestId}`;
  return {
    ...toolError(`${tool}: ${[sentence, next].filter((one) => one !== '').join(' ')} (${code}${request})`),
    ...(requestId !== undefined && { _meta: { [REQUEST_ID]: requestId } }),
  };
}
