import { Agent } from '@mastra/core/agent';
import { MCPClient } from '@mastra/mcp';
import { stepOf, TASK } from './stub-model.mjs';

/** Mastra with the tools of the server. */
const { AID_MCP_URL: url, AID_KEY: key } = process.env;

/** Mastra puts the name of the server before the names of its tools. */
const PREFIX = 'aid_';

const USAGE = { inputTokens: 0, outputTokens: 0, totalTokens: 0 };

let seen;

async function generate(options) {
  const step = await stepOf(options, PREFIX);
  seen = step.seen;
  return { content: step.content, finishReason: step.isLast ? 'stop' : 'tool-calls', usage: USAGE, warnings: [] };
}

/** The same as a stream, which Mastra asks for in some of its versions. */
async function stream(options) {
  const { content, finishReason, usage, warnings } = await generate(options);
  const [part] = content;
  const text = [
    { type: 'text-start', id: '0' },
    { type: 'text-delta', id: '0', delta: part.text },
    { type: 'text-end', id: '0' },
  ];
  const parts = part.type === 'text' ? text : [part];
  const all = [{ type: 'stream-start', warnings }, ...parts, { type: 'finish', finishReason, usage }];
  return { stream: ReadableStream.from(all) };
}

const model = {
  specificationVersion: 'v2',
  provider: 'stub',
  modelId: 'stub',
  supportedUrls: {},
  doGenerate: generate,
  doStream: stream,
};

const requestInit = { headers: { authorization: `Bearer ${key}` } };
const client = new MCPClient({ servers: { aid: { url: new URL(url), requestInit } } });
try {
  const tools = await client.listTools();
  const agent = new Agent({ id: 'agent', name: 'Agent', instructions: 'You answer emails.', model, tools });
  const { text } = await agent.generate(TASK, { maxSteps: 10 });
  process.stdout.write(JSON.stringify({ ...seen, final: text }));
} finally {
  await client.disconnect();
}
