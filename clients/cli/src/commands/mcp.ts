import type { HandCommand } from '../command.ts';
import { accessOf, clientWithoutLogin } from '../context.ts';
import { UsageError } from '../usage-error.ts';
import { readText } from '../values.ts';

interface McpOptions {
  readonly identity?: string;
  readonly files?: readonly string[];
  readonly save?: readonly string[];
  readonly allowCommands?: readonly string[];
  readonly privateKeyFile?: string;
}

/** Serves MCP clients over standard input and output. */
export const mcp: HandCommand = {
  command: ['mcp'],
  title: 'Serve an MCP client on standard input and output',
  text: "For clients that start their servers as programs. Passes every message to the service's MCP endpoint, and adds attachments by path, idempotency keys and programs that use secrets.",
  arguments: [],
  options: [
    { flags: '--identity <id-or-handle>', text: 'The agent, if the key is an org key.' },
    {
      flags: '--files <folder...>',
      text: 'Folders of files that the model may attach; none by default. Anything in them may reach a stranger, except hidden files.',
    },
    {
      flags: '--save <folder...>',
      text: 'Folders that the model may save attachments in, under new names; none by default.',
    },
    {
      flags: '--allow-commands <program...>',
      text: 'Programs that the model may run with a vault secret in their environment; adds the tool run_with_secret.',
    },
    {
      flags: '--private-key-file <path>',
      text: 'The file with the private key of an agent that has a keypair, for redeeming secrets.',
    },
  ],
  async run(context, _args, options) {
    const { identity, files = [], save = [], allowCommands = [], privateKeyFile } = options as McpOptions;
    const { key } = accessOf(context, options);
    if (key === undefined) throw new UsageError('no key: run aid login, or set --key or AID_KEY');
    const { serve } = await import('../mcp/start.ts');
    await serve(context, {
      url: clientWithoutLogin(context, options).url,
      key,
      identity,
      folders: { read: files, save },
      programs: allowCommands,
      privateKey: privateKeyFile === undefined ? undefined : readText('--private-key-file', privateKeyFile),
    });
    context.signal.throwIfAborted();
  },
};
