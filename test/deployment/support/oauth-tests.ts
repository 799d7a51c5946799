import { afterAll, expect, test } from 'vitest';
import type { Agent } from '#testing/fixture.ts';
import { installPythonClient } from '../../mcp-clients/support/install-clients.ts';
import { pythonClient } from '../../mcp-clients/support/python-client.ts';
import { eventually } from '../../support/eventually.ts';
import type { ForwardingServer } from '../../support/forwarding-server.ts';
import type { ToolReply } from '../../support/mcp-clients.ts';
import { type Decision, decide } from '../../support/oauth/consent.ts';
import { connectFirst, connectSecond } from '../../support/oauth/official-clients.ts';
import { makeAgents, makePerson, type Person } from '../../support/oauth/person.ts';
import { denials } from './denials.ts';
import { ACCOUNT, type Account } from './engine.ts';
import { setVariable } from './function-variable.ts';
import { STAGE } from './stage.ts';
import { startStageDomain } from './stage-domain.ts';

interface DeployedStage {
  readonly account: Account;
  readonly api: string;
}

/** The functions that say what the address of the service is: the MCP server and the authorization server. */
const NAMED = ['http-mcp', 'http-oauth'] as const;

const CONNECT = { first: connectFirst, second: connectSecond } as const;

/** Declares the tests of connectors that log a person in, at a stage that was deployed by the tests before. */
export function testDeployedOAuth(stageOf: () => DeployedStage): void {
  let domain: ForwardingServer | undefined;
  let server: URL;
  let person: Person;
  let agent: Agent;

  afterAll(() => domain?.stop());

  const ready = async (): Promise<Decision> => {
    if (domain === undefined) {
      const { account, api } = stageOf();
      domain = await startStageDomain(api);
      server = new URL(`${domain.url}/v1/mcp`);
      for (const name of NAMED) await setVariable(account, `aid-${STAGE}-${name}`, ['PUBLIC_URL', domain.url]);
      person = await makePerson(domain.url, (address) => codeFor(account, address));
      [agent] = (await makeAgents(person, 1)) as [Agent];
    }
    return { person, agents: [agent] };
  };

  test.each(['first', 'second'] as const)(
    'At the deployed stage, the %s generation of the client for TypeScript gets from 401 to the result of a tool',
    async (generation) => {
      const decision = await ready();
      const { client, provider } = await CONNECT[generation](server, decision);
      const me = (await client.callTool({ name: 'whoami', arguments: {} })) as ToolReply;
      expect(me.structuredContent).toMatchObject({ handle: agent.handle });
      expect(provider.opened).toHaveLength(1);
      await client.close();
    },
  );

  test.each(['first', 'second'] as const)(
    'At the deployed stage, the %s generation of the client for Python gets from 401 to the result of a tool',
    async (generation) => {
      const decision = await ready();
      const python = await installPythonClient(generation);
      const opened: string[] = [];
      const connected = await pythonClient(python, `${generation}_client`, { url: server.href }, (url) => {
        opened.push(url);
        return decide(url, decision);
      });
      const me = await connected.client.call('whoami');
      expect([me.structuredContent?.handle, opened.length]).toEqual([agent.handle, 1]);
      await connected.close();
    },
  );

  test('The deployed API refuses a request without a credential itself, and renames what the function says', async () => {
    await ready();
    const challengesOf = async (headers: Record<string, string>) => {
      const { status, headers: got } = await fetch(server, { method: 'POST', body: '{}', headers });
      return [status, got.get('www-authenticate'), got.get('x-amzn-remapped-www-authenticate')];
    };
    // The stage has no name in its settings, so API Gateway does not know where the metadata is.
    expect(await challengesOf({})).toEqual([401, 'Bearer', null]);
    const renamed = expect.stringContaining(`resource_metadata="${server.origin}/.well-known/`);
    expect(await challengesOf({ authorization: 'Bearer x' })).toEqual([401, null, renamed]);
    expect(denials(stageOf().account)).toEqual([]);
  });
}

/** The code of the newest email to an address, from what the engine's SES has sent. */
function codeFor({ endpoint }: Account, address: string): Promise<string> {
  return eventually(async () => {
    const response = await fetch(`${endpoint}/_ministack/ses/messages`);
    const { messages } = (await response.json()) as { messages: Record<string, { To: string[]; Subject: string }[]> };
    const mail = messages[ACCOUNT]?.findLast(({ To }) => To.includes(address));
    const code = /\b\d{6}\b/.exec(mail?.Subject ?? '')?.[0];
    if (code === undefined) throw new Error(`no email with a code to ${address}`);
    return code;
  }, 60_000);
}
