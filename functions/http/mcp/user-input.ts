import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type ServerContext,
} from '@modelcontextprotocol/server';

/** What a request says about questions to the user of its client. */
export interface UserInput {
  /** Whether the client opens a page for its user if the server asks for that. */
  readonly opensPages: boolean;
  /** What the server gave the client to send when it repeats the call; undefined for a call that is no repetition. */
  readonly state: string | undefined;
}

/** What a client without questions says. */
export const NO_USER_INPUT: UserInput = { opensPages: false, state: undefined };

/**
 * Reads it from a request of revision 2026-07-28, where each request has the capabilities of its client. An earlier
 * revision needs a session and a request of the server for a question, which this server has not.
 *
 * See: MCP 2026-07-28, elicitation (capabilities), multi round-trip requests.
 */
export function userInputOf({
  envelope,
  requestState,
}: Pick<ServerContext['mcpReq'], 'envelope' | 'requestState'>): UserInput {
  if (envelope === undefined) return NO_USER_INPUT;
  // The library has checked its form.
  const { [CLIENT_CAPABILITIES_META_KEY]: capabilities } = envelope as {
    [name: string]: ClientCapabilities | undefined;
  };
  // An empty capability means forms alone.
  return { opensPages: capabilities?.elicitation?.url !== undefined, state: requestState<string>() };
}
