import type { HandCommand } from '../command.ts';
import { accessOf, clientOf } from '../context.ts';
import { UsageError } from '../usage-error.ts';
import { textOf } from '../values.ts';

interface McpOptions {
  readonly identity?: string;
  readonly files?: readonly string[];
  readonly allowCommands?: readonly string[];
  readonly privateKey?: string;
}

/** Serves MCP clients over standard input and output. */
export const mcp: HandCommand = {
  command: ['mcp'],
  title: 'Serve an MCP client on standard input and output',
  text: 'For clients that start their servers as programs. Passes every message to the MCP endpoint of the service, and adds files by path, idempotency keys and programs with secrets.',
  arguments: [],
  options: [
    { flags: '--identity <id-or-handle>', text: 'The agent, for an org key.' },
    {
      flags: '--files <folder...>',
      text: 'Where files may be attached from and stored; by default the folder that the program runs in. Hidden files are never used.',
    },
    {
      flags: '--allow-commands <program...>',
      text: 'Programs that the model may run with a secret of the vault in their environment: adds the tool run_with_secret.',
    },
    {
      flags: '--private-key <key>',
      text: 'The private key of an agent with a keypair, for secrets: @file reads a file.',
    },
  ],
  async run(context, _args, options) {
    const { identity, files, allowCommands = [], privateKey } = options as McpOptions;
    const { key } = accessOf(context, options);
    if (key === undefined) throw new UsageError('no key: run aid login, or set --key or AID_KEY');
    const { serve } = await import('../mcp/start.ts');
    await serve(context, {
      url: clientOf(context, options).url,
      key,
      identity,
      files,
      programs: allowCommands,
      privateKey: privateKey === undefined ? undefined : textOf('private-key', privateKey),
    });
    context.signal.throwIfAborted();
  },
};
