import { expect } from 'vitest';
import type { McpClient, ToolOfClient, ToolReply } from './mcp-clients.ts';

/** A model that knows what the list of tools says: it can call no other tool, and pass no other argument. */
export class StubAgent {
  calls = 0;
  readonly #client: McpClient;
  readonly #tools: readonly ToolOfClient[];

  private constructor(client: McpClient, tools: readonly ToolOfClient[]) {
    this.#client = client;
    this.#tools = tools;
  }

  static async of(client: McpClient): Promise<StubAgent> {
    return new StubAgent(client, await client.tools());
  }

  /** The structured content of a result. */
  async call(name: string, args: Readonly<Record<string, unknown>> = {}) {
    return (await this.reply(name, args)).structuredContent;
  }

  /** A result with its blocks. */
  async reply(name: string, args: Readonly<Record<string, unknown>> = {}): Promise<ToolReply> {
    const tool = this.#tools.find((one) => one.name === name);
    expect(Object.keys((tool?.inputSchema.properties as object | undefined) ?? {})).toEqual(
      expect.arrayContaining(Object.keys(args)),
    );
    this.calls += 1;
    const reply = await this.#client.call(name, args);
    expect([name, reply.isError ?? false]).toEqual([name, false]);
    return reply;
  }
}
