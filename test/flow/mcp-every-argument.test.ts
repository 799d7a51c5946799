import { test } from 'vitest';
import { BRIDGED_CLIENTS } from '../support/bridged-clients.ts';
import { EVERY_COMMAND, EVERY_TOOLSET, expectEveryArgument } from '../support/mcp-calls/every-argument.ts';
import { MCP_CLIENTS } from '../support/mcp-clients.ts';

test('The second client for TypeScript calls every tool of the service with every argument', async () => {
  const connect = MCP_CLIENTS['the second client'];
  await expectEveryArgument('http', ({ agent }) => connect({ key: agent.key, query: EVERY_TOOLSET }));
});

test('The first client for TypeScript calls every tool of the bridge with every argument', async () => {
  const connect = BRIDGED_CLIENTS['the first client'];
  await expectEveryArgument('stdio', ({ agent, folder }) => connect({ key: agent.key, args: EVERY_COMMAND, folder }));
});
