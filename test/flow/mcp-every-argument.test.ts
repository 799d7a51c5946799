import { test } from 'vitest';
import { testSize } from '#testing/test-size.ts';
import { BRIDGED_CLIENTS } from '../support/bridged-clients.ts';
import { EVERY_COMMAND, EVERY_TOOLSET, expectEveryArgument } from '../support/mcp-calls/every-argument.ts';
import { MCP_CLIENTS } from '../support/mcp-clients.ts';

/** Both clients and both ways are tried before a merge, and each with each before a release. */
const isFull = testSize() === 'full';

test.each(isFull ? (['the first client', 'the second client'] as const) : (['the second client'] as const))(
  '%s for TypeScript calls every tool of the service with every argument',
  async (name) => {
    const connect = MCP_CLIENTS[name];
    await expectEveryArgument('http', ({ agent }) => connect({ key: agent.key, query: EVERY_TOOLSET }));
  },
);

test.each(isFull ? (['the first client', 'the second client'] as const) : (['the first client'] as const))(
  '%s for TypeScript calls every tool of the bridge with every argument',
  async (name) => {
    const connect = BRIDGED_CLIENTS[name];
    await expectEveryArgument('stdio', ({ agent, folder }) => connect({ key: agent.key, args: EVERY_COMMAND, folder }));
  },
);
