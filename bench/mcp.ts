import { randomUUID } from 'node:crypto';
import type { Stack } from '#testing/stack.ts';
import { mailClient } from './support/mail.ts';
import { type BenchmarkRun, info, type Measurement } from './support/measurement.ts';
import { createTenant, type Tenant } from './support/tenant.ts';
import { type ThreadTimes, timesOfEach, totalOf } from './support/thread-times.ts';
import { until } from './support/until.ts';
import { withStack } from './support/with-stack.ts';

const CALLS = 300;
const WARM_UP = 50;
const EMAILS = 20;
const MCP_FUNCTION = /mcp/;

/** The processor time of tool calls, and of the same operations called by the API. */
export const mcp: BenchmarkRun = (say) =>
  withStack({ environment: { AID_WARM_FUNCTIONS: '100' } }, async (stack) => {
    const work = { stack, tenant: await createTenant(stack.baseUrl) };
    const messageId = await fillMailbox(work);
    const measurements: Measurement[] = [];
    for (const pair of pairsOf(work, messageId)) {
      say(`${CALLS} times ${pair.tool}`);
      const byTool = await timesOf(stack, () => callTool(work, pair.tool, pair.arguments()));
      const byApi = await timesOf(stack, pair.operations);
      measurements.push(...rowsOf(pair, byTool, byApi));
    }
    return measurements;
  });

interface Work {
  readonly stack: Stack;
  readonly tenant: Tenant;
}

/** A tool, and the operations of the API that it calls. */
interface Pair {
  readonly tool: string;
  readonly arguments: () => Record<string, unknown>;
  readonly operations: () => Promise<unknown>;
}

function pairsOf({ tenant: { asAgent, agent } }: Work, messageId: string): Pair[] {
  const mail = `/v1/identities/${agent.id}/mail`;
  const email = () => ({ to: [agent.email_address], subject: randomUUID(), text: 'Hello' });
  return [
    { tool: 'list_tasks', arguments: () => ({}), operations: () => asAgent.get('/v1/a2a/tasks?limit=20') },
    {
      tool: 'list_messages',
      arguments: () => ({ limit: EMAILS }),
      operations: () => asAgent.get(`${mail}/messages?limit=${EMAILS}`),
    },
    {
      tool: 'get_message',
      arguments: () => ({ message_id: messageId }),
      operations: () => asAgent.get(`${mail}/messages/${messageId}`),
    },
    { tool: 'send_email', arguments: email, operations: () => asAgent.post(`${mail}/send`, email()) },
  ];
}

async function fillMailbox({ stack, tenant: { asAgent, agent } }: Work): Promise<string> {
  const client = mailClient(stack.smtpPort);
  for (let n = 0; n < EMAILS; n++) await client.send(agent.email_address, `Order ${n}`);
  client.close();
  let ids: string[] = [];
  await until('the emails', async () => {
    const { messages } = await asAgent.get<{ messages: { id: string }[] }>(`/v1/identities/${agent.id}/mail/messages`);
    ids = messages.map(({ id }) => id);
    return ids.length === EMAILS;
  });
  return ids[0] ?? '';
}

/** Calls a tool as a client does, which takes the response as an event. */
async function callTool({ stack, tenant }: Work, name: string, args: Record<string, unknown>): Promise<void> {
  const response = await fetch(`${stack.baseUrl}/v1/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${tenant.agentKey}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
  });
  const text = await response.text();
  if (!text.includes('"structuredContent"')) throw new Error(`${name}: ${response.status} ${text}`);
}

/** The time of a call, made warm and then one after the other. */
async function timesOf({ pid }: Stack, call: () => Promise<unknown>): Promise<ThreadTimes> {
  const repeat = async (count: number) => {
    for (let n = 0; n < count; n++) await call();
  };
  await repeat(WARM_UP);
  return timesOfEach(pid, CALLS, () => repeat(CALLS));
}

function rowsOf({ tool }: Pair, byTool: ThreadTimes, byApi: ThreadTimes): Measurement[] {
  const own = totalOf(new Map([...byTool].filter(([name]) => MCP_FUNCTION.test(name))));
  return [
    info(
      `processor time of ${tool}, and of the same by the API`,
      `${totalOf(byTool).toFixed(1)} ms, ${totalOf(byApi).toFixed(1)} ms`,
    ),
    info('  of which the function of the tools', `${own.toFixed(1)} ms`),
  ];
}
