import { sharedStack } from '#testing/fixture.ts';
import { programOf } from '../../support/bridged-clients.ts';
import { EVERY_COMMAND, EVERY_TOOLSET } from '../../support/mcp-calls/every-argument.ts';
import type { World } from '../../support/mcp-calls/tool-call.ts';

/** A server with every tool that it can have, as the settings of a client name it. */
export type ServerSettings = { readonly url: string; readonly headers: Record<string, string> } | BridgeProgram;

/** A server for which a person logs in. */
export interface LoginServer {
  readonly url: string;
}

interface BridgeProgram {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
}

/** The address of the MCP server of a service, or the bridge to it. */
export function serverFor({ way, agent, folder }: World, url = sharedStack().baseUrl): ServerSettings {
  if (way === 'stdio') return programOf({ key: agent.key, url, args: EVERY_COMMAND, folder });
  return { url: `${url}/v1/mcp${EVERY_TOOLSET}`, headers: { Authorization: `Bearer ${agent.key}` } };
}
