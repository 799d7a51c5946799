import { createHash } from 'node:crypto';
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { canonicalJson } from '#shared/domain/text/canonical-json.ts';

/** A call of a tool, as far as its repetition has to be the same. */
interface Repeatable {
  readonly name: string;
  readonly arguments: unknown;
}

/**
 * What a client sends when it repeats a call that is held: the approval, and a hash of the call. It grants nothing. The
 * repetition reads the approval as its caller may, and the client could read it without; so it is not signed.
 *
 * See: MCP 2026-07-28, multi round-trip requests (request state).
 */
export function decisionState(approvalId: string, call: Repeatable): string {
  return `${approvalId}.${hashOf(call)}`;
}

/**
 * The approval that a repeated call asks about. Throws an error of the protocol for the state of another call: its
 * client would believe that this one has been done.
 */
export function approvalInState(state: string, call: Repeatable): string {
  const [approvalId = '', hash] = state.split('.');
  if (hash === hashOf(call)) return approvalId;
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'requestState is not that of this call.');
}

function hashOf({ name, arguments: args }: Repeatable): string {
  return createHash('sha256')
    .update(canonicalJson([name, args]))
    .digest('base64url');
}
