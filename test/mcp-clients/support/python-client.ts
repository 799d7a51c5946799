import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect } from 'vitest';
import type { McpClient, ToolOfClient, ToolReply } from '../../support/mcp-clients.ts';
import type { LoginServer, ServerSettings } from './servers.ts';

const PROGRAMS = join(import.meta.dirname, '..', 'programs');

interface Line {
  /** The address that a person has to open. The program then waits for a line with where it led. */
  readonly authorize?: string;
  readonly revision?: string;
  readonly result?: unknown;
  readonly error?: string;
}

interface Connected {
  readonly client: McpClient;
  /** The revision of the protocol that it speaks. */
  readonly revision: string | undefined;
  /** Ends the program, which must not fail. */
  readonly close: () => Promise<void>;
}

/**
 * A client in Python: a program of `programs/` that calls what it is asked for. `decide` plays the person who opens the
 * address of an authorization, for a server without a key. `environment` has more variables of the program.
 */
export async function pythonClient(
  python: string,
  program: string,
  server: ServerSettings | LoginServer,
  decide?: (url: string) => Promise<URL>,
  environment: Readonly<Record<string, string>> = {},
): Promise<Connected> {
  const child = spawn(python, [join(PROGRAMS, `${program}.py`)], {
    env: { ...process.env, ...environment, AID_MCP_SERVER: JSON.stringify(server), PYTHONDONTWRITEBYTECODE: '1' },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const closed = once(child, 'close');
  const errors: string[] = [];
  child.stderr.setEncoding('utf8').on('data', (text: string) => errors.push(text));
  const close = async () => {
    child.stdin.end();
    expect(await closed, errors.join('')).toEqual([0, null]);
  };
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const read = async (): Promise<Line> => {
    const { value, done } = await lines.next();
    if (done) throw new Error(`${program} has ended:\n${errors.join('')}`);
    const line: Line = JSON.parse(value);
    if (line.authorize === undefined || decide === undefined) return line;
    child.stdin.write(`${JSON.stringify({ callback: await decide(line.authorize) })}\n`);
    return read();
  };
  const ask = async (request: object) => {
    child.stdin.write(`${JSON.stringify(request)}\n`);
    const { result, error } = await read();
    if (error !== undefined) throw new Error(`${program}: ${error}`);
    return result;
  };
  const { revision } = await read();
  const client: McpClient = {
    instructions: () => undefined,
    tools: async () => ((await ask({})) as { tools: ToolOfClient[] }).tools,
    call: async (tool, args = {}) => (await ask({ tool, arguments: args })) as ToolReply,
  };
  return { client, revision, close };
}
