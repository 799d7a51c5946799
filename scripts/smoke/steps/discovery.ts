import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Run, SmokeAgent } from '../run.ts';
import type { Step } from '../run-steps.ts';

/** What an agent finds with the address alone. */
export const entryPoint: Step = {
  name: 'entry-point',
  after: ['ready'],
  needs: 'the address of the API in --url, without /v1',
  run: async (run) => {
    const [root, api, guide, description] = await Promise.all(
      ['/', '/v1', '/llms.txt', '/v1/openapi.json'].map((path) => textAt(run, path)),
    );
    const { version, links } = JSON.parse(root ?? '');
    if (root !== api) throw new Error('/ and /v1 differ');
    if (!guide?.includes(links.openapi)) throw new Error('/llms.txt does not link to the description');
    const paths = Object.keys(JSON.parse(description ?? '').paths).length;
    return `version ${version}, /llms.txt with ${guide.length} characters, a description of ${paths} paths`;
  },
};

/** What a model does first. A tool calls the API by its public address. */
export const tools: Step = {
  name: 'tools',
  after: ['agents'],
  needs: 'the MCP server, which reaches the API at its public address',
  run: async (run) => {
    const { id, key } = run.made<SmokeAgent>('sender');
    const client = new Client({ name: 'smoke', version: '1' }, { versionNegotiation: { mode: 'auto' } });
    const requestInit = { headers: { authorization: `Bearer ${key}` }, signal: run.stepSignal };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${run.url}/v1/mcp`), { requestInit }));
    try {
      const { tools: listed } = await client.listTools();
      const { structuredContent, content } = await client.callTool({ name: 'whoami', arguments: {} });
      const me = structuredContent as { identity_id?: string } | undefined;
      if (me?.identity_id !== id) throw new Error(`whoami: ${JSON.stringify(content)}`);
      return `${listed.length} tools, and whoami returned ${id}`;
    } finally {
      await client.close();
    }
  },
};

async function textAt(run: Run, path: string): Promise<string> {
  const response = await fetch(`${run.url}${path}`, { signal: run.stepSignal });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.text();
}
