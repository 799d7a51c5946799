import { join } from 'node:path';
import type { McpClient, ToolOfClient, ToolReply } from '../../support/mcp-clients.ts';
import { runCommand } from '../../support/tools/run-command.ts';
import type { ServerSettings } from './servers.ts';

/** How the command line gets arguments: each as `name=<JSON>`, or all of them as one object. */
type ArgumentForm = '--tool-arg' | '--tool-args-json';

export interface InspectorOptions {
  /** The folder of the commands of the package. */
  readonly bin: string;
  /** The inspector stores its settings there. */
  readonly home: string;
  readonly form: ArgumentForm;
  readonly era: 'legacy' | 'modern';
}

/** The command line of the inspector. Each request is a run of its own. */
export function inspectorClient(server: ServerSettings, { bin, home, form, era }: InspectorOptions): McpClient {
  const cache = { NODE_COMPILE_CACHE: join(home, 'compiled') };
  const request = async (...args: string[]) => {
    // Most of a run is loading the program.
    const env = { HOME: home, NODE_OPTIONS: '--max-semi-space-size=64', ...cache };
    const all = ['--cli', ...args, '--protocol-era', era, '--format', 'json', '--quiet', ...optionsOf(server, cache)];
    const { code, stdout, output } = await runCommand(join(bin, 'inspector'), all, { env });
    const answer = resultIn(stdout);
    if (answer === undefined) throw new Error(`inspector ${args.join(' ')} exited with ${code}:\n${output}`);
    return { code, answer };
  };
  return {
    instructions: () => undefined,
    tools: async () => ((await request('--method', 'tools/list')).answer as { tools: ToolOfClient[] }).tools,
    call: async (tool, args = {}) => {
      const method = ['--method', 'tools/call', '--tool-name', tool];
      const { code, answer } = await request(...method, ...argumentsOf(form, args));
      const reply = answer as ToolReply;
      if ((code === 0) === (reply.isError === true)) throw new Error(`inspector exited with ${code} for ${tool}`);
      return reply;
    },
  };
}

function argumentsOf(form: ArgumentForm, args: Readonly<Record<string, unknown>>): string[] {
  if (form === '--tool-args-json') return [form, JSON.stringify(args)];
  const given = Object.entries(args).filter(([, value]) => value !== undefined);
  return given.flatMap(([name, value]) => [form, `${name}=${JSON.stringify(value)}`]);
}

function optionsOf(server: ServerSettings, more: Readonly<Record<string, string>>): string[] {
  if ('url' in server) {
    const headers = Object.entries(server.headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`]);
    return ['--transport', 'http', '--server-url', server.url, ...headers];
  }
  const environment = Object.entries({ ...server.env, ...more }).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
  return [...environment, '--cwd', server.cwd, '--transport', 'stdio', '--', server.command, ...server.args];
}

function resultIn(text: string): unknown {
  try {
    return JSON.parse(text).result;
  } catch {
    return undefined;
  }
}
