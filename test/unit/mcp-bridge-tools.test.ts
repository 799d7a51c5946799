import { expect, test } from 'vitest';
import { listedTool } from '#shared/contract/mcp/tool.ts';
import { TOOLS } from '#shared/contract/mcp/tools.ts';
import { bridgeClient } from '#test/support/bridge-client.ts';
import { fakeService, result } from '#test/support/fake-mcp-service.ts';

interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
}

/** A value with every field that a schema has. */
function exampleOf(schema: Schema, name: string): unknown {
  if (schema.enum !== undefined) return schema.enum.at(-1);
  switch (schema.type) {
    case 'array':
      return [exampleOf(schema.items ?? {}, name), exampleOf(schema.items ?? {}, name)];
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? { [name]: {} }).map(([key, inner]) => [key, exampleOf(inner, key)]),
      );
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return (schema.minimum ?? 0) + 1;
    default:
      return `${name} – größe "\\`;
  }
}

const TOOL_LIST = Object.values(TOOLS).map((tool) => listedTool(tool));

test.each(TOOL_LIST.map((tool) => [tool.name, tool] as const))(
  'Every argument of %s arrives as it was given, and its result comes back as it is',
  async (name, { inputSchema }) => {
    const returned = {
      content: [{ type: 'text', text: name }],
      structuredContent: { [name]: [1, null] },
      _meta: { a: 1 },
    };
    const service = await fakeService((arrived, response) => result(response, arrived, returned));
    const client = bridgeClient(service.url);
    const args = exampleOf(inputSchema as Schema, name) as Record<string, unknown>;
    expect(await client.call(name, args)).toEqual(returned);
    expect(service.arrived[0]?.message.params).toEqual({ name, arguments: args });
  },
);

test('The tools of the service are listed with all that they have, and with paths where files go', async () => {
  const service = await fakeService((arrived, response) => result(response, arrived, { tools: TOOL_LIST }));
  const { result: list } = await bridgeClient(service.url, { files: ['/tmp/files'] }).request('tools/list');
  const { tools } = list as { tools: typeof TOOL_LIST };
  expect(tools).toMatchObject(
    TOOL_LIST.map(({ outputSchema, ...tool }) => (tool.name === 'get_attachment' ? tool : { ...tool, outputSchema })),
  );
  const added = tools.filter((tool, index) => JSON.stringify(tool) !== JSON.stringify(TOOL_LIST[index]));
  expect(added.map(({ name }) => name).sort()).toEqual(['get_attachment', 'reply_to_email', 'send_email']);
});
