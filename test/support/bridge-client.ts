import { randomUUID } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { onTestFinished } from 'vitest';
import { Bridge } from '#clients/cli/src/mcp/bridge.ts';
import { LocalFiles } from '#clients/cli/src/mcp/local-files.ts';
import type { Message, Params, RequestId, ToolResult } from '#clients/cli/src/mcp/messages.ts';
import { Service, type ServiceTimes } from '#clients/cli/src/mcp/service.ts';
import { type LocalParts, ToolCalls } from '#clients/cli/src/mcp/tool-calls.ts';
import { Aid } from '#clients/typescript/src/index.ts';

export interface BridgeClientOptions {
  readonly identity?: string;
  readonly times?: Partial<ServiceTimes>;
  readonly parts?: Partial<LocalParts>;
  readonly files?: readonly string[];
}

/** A bridge in this process, with its input and output. */
export function bridgeClient(url: string, options: BridgeClientOptions = {}) {
  const input = new PassThrough();
  const written: Message[] = [];
  const log: string[] = [];
  const waiting = new Set<() => void>();
  const ending = new AbortController();
  const key = 'aid_agent_test';
  const ended = new Bridge({
    service: new Service(
      { url: `${url}/v1/mcp`, key, identity: options.identity },
      { firstPauseMs: 5, ...options.times },
    ),
    tools: new ToolCalls({
      client: new Aid({ url, key, maxRetries: 0 }),
      files: new LocalFiles({ read: options.files ?? [], save: options.files ?? [] }, '/'),
      identityId: async () => undefined,
      ...options.parts,
    }),
    write: (line) => {
      written.push(JSON.parse(line) as Message);
      for (const look of waiting) look();
    },
    log: (line) => log.push(line),
    signal: ending.signal,
  }).run(input);
  ended.catch(() => {});
  onTestFinished(async () => {
    ending.abort();
    await ended.catch(() => {});
  });

  /** The first message that a condition holds for, when it is written. */
  const until = (condition: (message: Message) => boolean): Promise<Message> =>
    new Promise((resolve) => {
      const look = () => {
        const found = written.find(condition);
        if (found === undefined) return;
        waiting.delete(look);
        resolve(found);
      };
      waiting.add(look);
      look();
    });
  const send = (message: unknown) => {
    input.write(
      typeof message === 'string' ? `${message}\n` : `${JSON.stringify({ jsonrpc: '2.0', ...(message as object) })}\n`,
    );
  };
  const request = (method: string, params?: Params, id: RequestId = randomUUID()): Promise<Message> => {
    send({ id, method, params });
    return until((message) => message.id === id && message.method === undefined);
  };
  const call = async (name: string, args: Params = {}): Promise<ToolResult> => {
    const response = await request('tools/call', { name, arguments: args });
    if (response.error !== undefined) throw new Error(response.error.message);
    return response.result as ToolResult;
  };
  return { input, written, log, ended, send, request, call, abort: () => ending.abort(), until };
}
