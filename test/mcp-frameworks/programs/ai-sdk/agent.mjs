import { createMCPClient } from '@ai-sdk/mcp';
import { generateText, isStepCount } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { stepOf, TASK } from './stub-model.mjs';

/** The AI SDK with the tools of the server. */
const { AID_MCP_URL: url, AID_KEY: key } = process.env;

const USAGE = { inputTokens: { total: 0 }, outputTokens: { total: 0 } };

let seen;

const model = new MockLanguageModelV4({
  doGenerate: async (options) => {
    const step = await stepOf(options);
    seen = step.seen;
    const finishReason = { unified: step.isLast ? 'stop' : 'tool-calls' };
    return { content: step.content, finishReason, usage: USAGE, warnings: [] };
  },
});

const client = await createMCPClient({ transport: { type: 'http', url, headers: { authorization: `Bearer ${key}` } } });
try {
  const tools = await client.tools();
  const { text } = await generateText({ model, tools, prompt: TASK, stopWhen: isStepCount(10) });
  process.stdout.write(JSON.stringify({ ...seen, final: text }));
} finally {
  await client.close();
}
