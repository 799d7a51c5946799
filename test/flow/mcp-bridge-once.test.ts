import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { type Agent, makeAgent, makeOrganization, sharedStack } from '#testing/fixture.ts';
import { sizeOf } from '#testing/test-size.ts';
import { secondBridged } from '../support/bridged-clients.ts';
import { textOf } from '../support/mcp-clients.ts';
import { aidOf } from '../support/sdk.ts';
import { forEach, hostileNetwork } from '../support/sdk-guarantees.ts';

const EMAILS = sizeOf({ usual: 40, full: 100 });

let sender: Agent;

/** Makes an agent, and returns the subjects of its emails. */
async function makeSender(): Promise<string[]> {
  sender = await makeAgent(await makeOrganization());
  return Array.from({ length: EMAILS }, (_, index) => `number ${index}`);
}

async function expectSentOnce(subjects: readonly string[]): Promise<void> {
  const sent = await aidOf(sender).mail.messages.list({ direction: 'outbound', limit: 200 }).all();
  expect(sent.map(({ subject }) => subject).toSorted()).toEqual(subjects.toSorted());
}

const emailOf = (subject: string) => ({ to: ['friend@example.com'], subject, text: 'x' });

/** Passes requests on, but keeps back the first response to each email, and says which emails it has seen. */
async function forgetfulProxy(): Promise<{ url: string; seen: Map<string, number> }> {
  const seen = new Map<string, number>();
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const { headers, method = 'POST', url = '/' } = request;
    const { host: _host, 'content-length': _length, connection: _connection, ...kept } = headers;
    const reply = await fetch(`${sharedStack().baseUrl}${url}`, {
      method,
      headers: kept as Record<string, string>,
      body,
    });
    const text = await reply.text();
    const subject = JSON.parse(body.toString()).params?.arguments?.subject as string | undefined;
    const count = (seen.get(subject ?? '') ?? 0) + 1;
    seen.set(subject ?? '', count);
    if (subject !== undefined && count === 1) return;
    response.writeHead(reply.status, { 'content-type': reply.headers.get('content-type') ?? '' }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

test(`${EMAILS} emails are sent once, although the client gives up and calls again, also after a restart`, async () => {
  const subjects = await makeSender();
  const { url, seen } = await forgetfulProxy();
  const first = await secondBridged({ key: sender.key, url });
  await forEach(EMAILS, async (index) => {
    const subject = subjects[index] ?? '';
    const giving = new AbortController();
    const call = first.call('send_email', emailOf(subject), { signal: giving.signal });
    const rejected = expect(call).rejects.toThrow();
    await expect.poll(() => seen.get(subject), { interval: 10 }).toBe(1);
    giving.abort();
    await rejected;
  });
  const restarted = await secondBridged({ key: sender.key, url });
  await forEach(EMAILS, async (index) => {
    const client = index % 2 === 0 ? first : restarted;
    const sent = await client.call('send_email', emailOf(subjects[index] ?? ''));
    expect(sent.structuredContent, textOf(sent)).toMatchObject({ already_sent: true });
  });
  await expectSentOnce(subjects);
});

test(`${EMAILS} emails through a hostile network are sent once, and every call has its result, some when they are made again`, async () => {
  const subjects = await makeSender();
  const proxy = await hostileNetwork(sharedStack().baseUrl);
  const client = await secondBridged({ key: sender.key, url: proxy.url });
  await forEach(EMAILS, async (index) => {
    const send = () => client.call('send_email', emailOf(subjects[index] ?? ''));
    // One call in three thousand fails at each of its five attempts. An agent makes it again.
    const sent = await send().catch(send);
    expect(sent.isError, textOf(sent)).toBeFalsy();
  });
  await expectSentOnce(subjects);
  expect(Object.keys(proxy.record.counts)).toEqual(expect.arrayContaining(['resetBefore', 'resetAfter', 'failAfter']));
});
