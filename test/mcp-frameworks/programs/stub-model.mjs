/**
 * The model that the programs in JavaScript use instead of one on a network. It makes the same calls as
 * `stub_model.py`, with ids that it has found in what the framework shows it of the results.
 */
const { AID_KEY: key, AID_REPLY: reply, AID_PRESSURE_URL: pressureUrl, AID_LIMITED_CALL: limitedCall } = process.env;

export const TASK = 'Do what the emails ask for.';
const DONE = 'That is all.';

const NO_MESSAGE = 'msg_00000000000000000000000000';

/** The tool to call and its arguments, or `undefined` at the end. `results` are the texts of earlier calls. */
async function nextCall(results) {
  if (pressureUrl !== undefined) return callAboveALimit(results);
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

async function callAboveALimit(results) {
  if (results.length === 0) return ['whoami', {}];
  if (results.length > 1) return undefined;
  const response = await fetch(pressureUrl, { method: 'POST', headers: { authorization: `Bearer ${key}` } });
  if (!response.ok) throw new Error(`the limit was not reached: ${response.status}`);
  return JSON.parse(limitedCall);
}

/** What the provider would send to its model. */
function textOf({ output }) {
  if (output.type === 'text' || output.type === 'error-text') return output.value;
  if (output.type !== 'content') return JSON.stringify(output.value);
  return output.value.map((part) => (part.type === 'text' ? part.text : JSON.stringify(part))).join('\n');
}

/**
 * One step of the model, in the form that all versions of the AI SDK share. `prefix` is what the framework puts before
 * the names of tools.
 *
 * @returns the tools and results that the model was given, and the content of its response.
 */
export async function stepOf({ tools = [], prompt }, prefix = '') {
  const named = tools.map(({ name, inputSchema }) => [name.slice(prefix.length), inputSchema]);
  const parts = prompt.filter(({ role }) => role === 'tool').flatMap(({ content }) => content);
  const results = parts.filter(({ type }) => type === 'tool-result').map(textOf);
  const call = await nextCall(results);
  const seen = { tools: Object.fromEntries(named), results };
  if (call === undefined) return { seen, isLast: true, content: [{ type: 'text', text: DONE }] };
  const [name, input] = call;
  const toolCall = { type: 'tool-call', toolCallId: `call_${results.length}`, toolName: `${prefix}${name}` };
  return { seen, isLast: false, content: [{ ...toolCall, input: JSON.stringify(input) }] };
}
