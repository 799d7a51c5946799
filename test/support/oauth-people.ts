import { randomBytes } from 'node:crypto';
import type { Table } from '#shared/data/table-client.ts';
import { ApiClient } from '#testing/api-client.ts';
import { OAuthFlow, type Person } from '#testing/oauth-flow.ts';
import type { InProcessApi } from './in-process-api.ts';
import { inProcessSend } from './in-process-send.ts';
import { mailedCodes } from './mailed-codes.ts';

const PASSWORD = 'correct horse battery';

/** An organization with a person who can log in, and one agent. */
export interface PersonWithAgent extends Person {
  readonly organizationId: string;
  readonly orgKey: string;
  readonly agent: string;
}

/** Gives a new organization a login and an agent. */
export async function personWithAgent(api: InProcessApi, table: Table): Promise<PersonWithAgent> {
  const email = `ada-${randomBytes(6).toString('hex')}@example.com`;
  const { id, key } = await api.organization();
  await api.call('claim', { key, body: { email, password: PASSWORD } });
  const code = (await mailedCodes(api, table, email, id)).at(-1)?.code ?? '';
  const claimed = await api.call('claim', { key, body: { email, code } });
  if (claimed.status !== 200) throw new Error(`claim: ${claimed.status}`);
  const agent = await api.agent(key);
  return { email, password: PASSWORD, organizationId: id, orgKey: key, agent: agent.id };
}

/** A registered client in the process of the test. */
export async function registeredFlow(api: InProcessApi): Promise<OAuthFlow> {
  const flow = new OAuthFlow(new ApiClient('https://api.test', null, inProcessSend(api.services)));
  await flow.register();
  return flow;
}
