import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect } from 'vitest';
import { DAY } from '#shared/domain/time/time.ts';
import { freshName, makeAgent, makeOrganization } from '#testing/fixture.ts';
import type { Stack } from '#testing/stack.ts';
import { eventually } from './eventually.ts';

/** More than what follows takes. */
const TIME_LEFT_MS = 90_000;

/** Waits for the next UTC day if this one ends soon: what a new domain may send doubles at midnight. */
async function beginEarlyEnough(): Promise<void> {
  const left = DAY - (Date.now() % DAY);
  if (left < TIME_LEFT_MS) await new Promise((resolve) => setTimeout(resolve, left + 1000));
}

/** Verifies a new domain in a stack, and has an agent send `emails` emails from it, to one recipient each. */
export async function sendFromNewDomain(stack: Stack, emails: number) {
  await beginEarlyEnough();
  const organization = await makeOrganization(stack.baseUrl);
  const agent = await makeAgent(organization);
  const { api } = organization;
  const { id, domain } = await api.ok('createDomain', { body: { domain: `${freshName('new')}.example` } });
  await eventually(async () => {
    expect((await api.ok('verifyDomain', { params: { id } })).status).toBe('verified');
  });
  const params = { id: agent.id };
  const mailbox = await api.ok('createMailbox', { params, body: { local_part: 'sales', domain_id: id } });
  for (let count = 0; count < emails; count++) {
    const email = { to: `${freshName('ada')}@elsewhere.example`, subject: 'Offer', text: 'x', mailbox_id: mailbox.id };
    await agent.api.ok('sendMail', { params, body: email });
  }
  return {
    from: `sales@${domain}`,
    /**
     * The messages of the agent. The stack may be another one with the same address, and of the last release: its
     * messages have not all fields that this description requires.
     */
    messages: async (): Promise<{ status: string; detail: string | null }[]> =>
      (
        await agent.api.client.get<{ messages: { status: string; detail: string | null }[] }>(
          `/v1/identities/${agent.id}/mail/messages`,
        )
      ).body.messages,
  };
}

/** How many emails the provider got from an address. */
export async function sentFrom({ baseUrl }: Stack, from: string): Promise<number> {
  const outbox = (await (await fetch(`${baseUrl}/_local/outbox`)).json()) as { messages: { from: string }[] };
  return outbox.messages.filter((message) => message.from === from).length;
}

/** Makes all jobs receivable that wait in the queues of a stopped stack. */
export function endDelays(stateDir: string): void {
  const database = new DatabaseSync(join(stateDir, 'emulators.db'));
  try {
    database.exec('UPDATE messages SET visible_at = 0');
  } finally {
    database.close();
  }
}
