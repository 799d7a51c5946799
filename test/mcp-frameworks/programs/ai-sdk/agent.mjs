import { createMCPClient } from '@ai-sdk/mcp';
import { generateText, isStepCount } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';

/**
 * The AI SDK with the tools of the server. Instead of a model on a network, one that calls the same tools as
 * `stub_model.py` of the folder above, with ids that it has found in what the SDK shows it of the results.
 */
const { AID_MCP_URL: url, AID_KEY: key, AID_REPLY: reply } = process.env;

const NO_MESSAGE = 'msg_00000000000000000000000000';

function nextCall(results) {
  const first = [
    ['whoami', {}],
    ['get_message', { message_id: NO_MESSAGE }],
    ['list_messages', { direction: 'inbound', limit: 5 }],
  ];
  if (results.length < first.length) return first[results.length];
  const [messageId] = /msg_[0-9A-HJKMNP-TV-Z]{26}/.exec(results[2]);
  if (results.length === 3) return ['get_message', { message_id: messageId }];
  // The second time as a model does that has forgotten the first.
  return results.length < 6 ? ['reply_to_email', { message_id: messageId, ...JSON.parse(reply) }] : undefined;
}

/** What the provider would send to its model. */
function textOf({ output }) {
  if (output.type === 'text' || output.type === 'error-text') return output.value;
  if (output.type !== 'content') return JSON.stringify(output.value);
  return output.value.map((part) => (part.type === 'text' ? part.text : JSON.stringify(part))).join('\n');
}

const seen = { tools: {}, results: [] };

const USAGE = { inputTokens: { total: 0 }, outputTokens: { total: 0 } };

const model = new MockLanguageModelV4({
  doGenerate: async ({ tools, prompt }) => {
    seen.tools = Object.fromEntries(tools.map(({ name, inputSchema }) => [name, inputSchema]));
    const parts = prompt.filter(({ role }) => role === 'tool').flatMap(({ content }) => content);
    seen.results = parts.filter(({ type }) => type === 'tool-result').map(textOf);
    const call = nextCall(seen.results);
    const finishReason = { unified: call === undefined ? 'stop' : 'tool-calls' };
    if (call === undefined) {
      const content = [{ type: 'text', text: 'The email is answered.' }];
      return { content, finishReason, usage: USAGE, warnings: [] };
    }
    const [toolName, input] = call;
    const toolCallId = `call_${seen.results.length}`;
    const content = [{ type: 'tool-call', toolCallId, toolName, input: JSON.stringify(input) }];
    return { content, finishReason, usage: USAGE, warnings: [] };
  },
});

const client = await createMCPClient({ transport: { type: 'http', url, headers: { authorization: `Bearer ${key}` } } });
try {
  const { text } = await generateText({
    model,
    tools: await client.tools(),
    prompt: 'Answer the newest email.',
    stopWhen: isStepCount(10),
  });
  process.stdout.write(JSON.stringify({ ...seen, final: text }));
} finally {
  await client.close();
}
