import type { SendMailOptions } from 'nodemailer';
import { expect } from 'vitest';
import type { Agent, Organization } from '#testing/fixture.ts';
import type { OperationName } from '#testing/operations.ts';
import { type McpClient, type ToolReply, textOf } from '../mcp-clients.ts';

/** What the calls of one client are about. */
export interface World {
  readonly organization: Organization;
  /** Calls the tools. */
  readonly agent: Agent;
  /** Another agent of the organization. */
  readonly peer: Agent;
  /** How the client reaches the service. The bridge has tools and arguments of its own. */
  readonly way: 'http' | 'stdio';
  /** The folder that the bridge runs in. */
  readonly folder: string;
  readonly deliver: Deliver;
  /** Whether an email that an agent sends to another agent arrives. The engine of the deployment has no such route. */
  readonly sentMailArrives: boolean;
}

/** Has an email arrive. */
type Deliver = (mail: SendMailOptions) => Promise<unknown>;

export type Args = Record<string, unknown>;

/** A call of a tool. */
export interface ToolCall {
  readonly tool: string;
  /** The arguments, or what makes them when the calls before are done. */
  readonly args: Args | (() => Args | Promise<Args>);
  /**
   * Compares what the call has done or returned with what the API returns, so that the call fails if any of its
   * arguments did not arrive.
   */
  readonly check: (reply: ToolReply) => Promise<void> | void;
  /** Whether the tool refuses the arguments. */
  readonly isRefused?: boolean;
}

/**
 * Calls the tools one after the other. Fails if the client has a tool or an argument that no call has, such as
 * `send_email.attachments[].filename`.
 */
export async function callTools(client: McpClient, calls: readonly ToolCall[]): Promise<void> {
  const schemas = new Map((await client.tools()).map(({ name, inputSchema }) => [name, inputSchema as Schema]));
  const covered = new Set<string>();
  for (const { tool, args: given, check, isRefused = false } of calls) {
    const args = typeof given === 'function' ? await given() : given;
    const reply = await client.call(tool, args);
    try {
      expect(reply.isError ?? false, textOf(reply)).toBe(isRefused);
      expect(textOf(reply)).not.toBe('');
      if (!isRefused) expect(reply.structuredContent).toEqual(expect.any(Object));
      await check(reply);
    } catch (error) {
      const said = JSON.stringify(reply.structuredContent ?? reply.content).slice(0, 3000);
      throw new Error(`${tool} ${JSON.stringify(args)}: ${(error as Error).message}\n${said}`, { cause: error });
    }
    if (isRefused) continue;
    for (const path of ['', ...pathsIn(schemas.get(tool) ?? {}, args)]) covered.add(tool + path);
  }
  const declared = [...schemas].flatMap(([name, schema]) => ['', ...pathsIn(schema)].map((path) => name + path));
  expect([...covered].toSorted()).toEqual([...new Set(declared)].toSorted());
}

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

/** The arguments of a schema, those in lists of objects too; only those that `value` has, where there is one. */
function pathsIn({ properties = {}, items }: Schema, value?: unknown): string[] {
  if (items !== undefined) {
    const all = Array.isArray(value) ? value : [value];
    return all.flatMap((one) => pathsIn(items, one)).map((path) => `[]${path}`);
  }
  return Object.entries(properties).flatMap(([name, schema]) => {
    const member = (value as Args | undefined)?.[name];
    if (value !== undefined && member === undefined) return [];
    return ['', ...pathsIn(schema, member)].map((path) => `.${name}${path}`);
  });
}

/** Checks that an idempotency key has arrived: the same operation with it and another body is refused. */
export async function expectKeyUsed(
  agent: Agent,
  name: OperationName,
  call: { readonly params?: Record<string, string>; readonly body: unknown },
  idempotencyKey: string,
): Promise<void> {
  await agent.api.refused(name, 'idempotency.conflict', { ...call, idempotencyKey });
}
