import { beforeAll, expect, test } from 'vitest';
import { type Agent, freshName, makeAgent, makeOrganization } from '#testing/fixture.ts';
import { sendMail } from '#testing/mailer.ts';
import { sizeOf } from '#testing/test-size.ts';
import { countTokens } from '../support/count-tokens.ts';
import { messagesOf, messageWith } from '../support/log-reader.ts';
import { MCP_CLIENTS } from '../support/mcp-clients.ts';
import { StubAgent } from '../support/stub-agent.ts';

/** What a task may cost an agent that has never seen the service. */
const MAX_CALLS = 6;
const MAX_TOKENS = 12_000;

const LETTER = Array.from(
  { length: 12 },
  (_, index) =>
    `${index + 1}. The lamp that I ordered three weeks ago has not arrived, and the page of the carrier says ` +
    'that it was sent back. Could you please find out where it is, and when I will have it?',
).join('\n\n');

/** Emails that are there already. */
const EARLIER = sizeOf({ quick: 2, usual: 8 });

let agent: Agent;

beforeAll(async () => {
  agent = await makeAgent(await makeOrganization());
  for (let index = 0; index < EARLIER; index++) {
    await sendMail({ to: agent.address, subject: `Earlier ${index} ${freshName()}`, text: LETTER });
  }
  await messagesOf(agent, EARLIER);
});

test.each(Object.entries(MCP_CLIENTS))(
  'With %s, an agent that knows an address and a key finds itself, reads an email and answers it, in few calls and tokens',
  async (_name, connect) => {
    const subject = `Lamp ${freshName()}`;
    await sendMail({ to: agent.address, subject, text: LETTER });
    await messageWith(agent, subject);
    const traffic = new Traffic();

    const client = await connect({ key: agent.key, fetch: traffic.fetch });
    const stub = await StubAgent.of(client);
    const { email_address: address } = await stub.call('whoami', {});
    const { messages } = await stub.call('list_messages', { unread_only: true, direction: 'inbound', limit: 5 });
    const { message_id: id, content } = await stub.call('get_message', { message_id: messages[0].message_id });
    const sent = await stub.call('reply_to_email', { message_id: id, text: `I will ask the carrier. ${address}` });

    console.log(`${stub.calls} calls in ${traffic.requests} requests, ${traffic.tokens} tokens`);
    expect(stub.calls).toBeLessThanOrEqual(MAX_CALLS);
    expect(traffic.tokens).toBeLessThanOrEqual(MAX_TOKENS);
    expect(content).toContain('12. The lamp');
    expect(content).toMatch(markIn(client.instructions()));
    const answer = await agent.api.ok('getMessage', { params: { id: agent.id, mid: sent.message_id } });
    expect(answer).toMatchObject({ subject: `Re: ${subject}`, text: `I will ask the carrier. ${agent.address}` });
  },
);

/** The mark around what others wrote, as the instructions of the server show it. */
function markIn(instructions = ''): RegExp {
  return new RegExp(/<.*?>/.exec(instructions)?.[0].replace('…', '\\w+') ?? 'no mark');
}

/** Counts all that goes over the network in both directions: more than a model sees of it, and never less. */
class Traffic {
  requests = 0;
  tokens = 0;

  readonly fetch = async (url: string | URL, init: RequestInit = {}): Promise<Response> => {
    const response = await fetch(url, init);
    const text = await response.text();
    this.requests += 1;
    this.tokens += countTokens(String(init.body ?? '')) + countTokens(text);
    const { status, headers } = response;
    return new Response(status === 202 || status === 204 ? null : text, { status, headers });
  };
}
