import { createTransport } from 'nodemailer';
import { expect, onTestFinished, test } from 'vitest';
import { makeOrganization } from '#testing/fixture.ts';
import { inspectorClient } from '../../mcp-clients/support/inspector-client.ts';
import { installInspector, installPythonClient } from '../../mcp-clients/support/install-clients.ts';
import { pythonClient } from '../../mcp-clients/support/python-client.ts';
import { serverFor } from '../../mcp-clients/support/servers.ts';
import { BRIDGED_CLIENTS } from '../../support/bridged-clients.ts';
import {
  type CalledService,
  EVERY_COMMAND,
  EVERY_TOOLSET,
  expectEveryArgument,
} from '../../support/mcp-calls/every-argument.ts';
import { MCP_CLIENTS, type McpClient, textOf } from '../../support/mcp-clients.ts';
import { conformanceTarget, PASSED, runScenario, SCENARIOS } from '../../support/mcp-conformance.ts';
import type { Account } from './engine.ts';
import { setVariable } from './function-variable.ts';
import { STAGE } from './stage.ts';
import type { Tenant, Walk } from './walk.ts';

/** A deployed stage, and an agent on it that has received an email. */
interface DeployedStage {
  readonly account: Account;
  readonly api: string;
  readonly walk: Walk;
  readonly tenant: Tenant;
  /** The bucket that SES stores received emails in. */
  readonly mailBucket: () => Promise<string>;
}

const IN_PYTHON = [
  { generation: 'first', way: 'http' },
  { generation: 'second', way: 'stdio' },
] as const;

/** Declares the tests of the MCP server of a stage that was deployed by the tests before. */
export function testDeployedMcp(stageOf: () => DeployedStage): void {
  let ready: Promise<DeployedStage> | undefined;
  const readyStage = () => (ready ??= withReachableApi(stageOf()));

  test.each(Object.entries(MCP_CLIENTS))('The deployed MCP server serves %s', async (_name, connect) => {
    const stage = await readyStage();
    await expectServed(stage, await connect({ key: stage.tenant.agentKey, baseUrl: stage.api }));
  });

  test('The deployed MCP server and its bridge do what every argument of every tool says', async () => {
    const stage = await readyStage();
    const { api: baseUrl } = stage;
    const service = await serviceOf(stage);
    const byHttp = MCP_CLIENTS['the second client'];
    const byBridge = BRIDGED_CLIENTS['the first client'];
    await expectEveryArgument(
      'http',
      ({ agent }) => byHttp({ key: agent.key, baseUrl, query: EVERY_TOOLSET }),
      service,
    );
    await expectEveryArgument(
      'stdio',
      ({ agent, folder }) => byBridge({ key: agent.key, url: baseUrl, args: EVERY_COMMAND, folder }),
      service,
    );
  });

  test('The deployed MCP server passes the official conformance suite as far as it applies', async () => {
    const { api: baseUrl, tenant } = await readyStage();
    const target = await conformanceTarget({ baseUrl, key: tenant.agentKey });
    try {
      for (const scenario of SCENARIOS) expect(await runScenario(target, scenario), scenario).toMatch(PASSED);
    } finally {
      target.close();
    }
  });

  // Each generation over one way; the local stack has both over both.
  test.each(IN_PYTHON)(
    'The deployed MCP server does what every argument of every tool of the $generation client for Python says, over $way',
    async ({ generation, way }) => {
      const stage = await readyStage();
      const python = await installPythonClient(generation);
      await expectEveryArgument(
        way,
        async (world) => {
          const connected = await pythonClient(python, `${generation}_client`, serverFor(world, stage.api));
          onTestFinished(connected.close);
          return connected.client;
        },
        await serviceOf(stage),
      );
    },
  );

  test('The deployed MCP server does what every argument of every tool of the inspector says', async () => {
    const stage = await readyStage();
    const bin = await installInspector();
    await expectEveryArgument(
      'http',
      async (world) => {
        const options = { bin, home: world.folder, form: '--tool-arg', era: 'modern' } as const;
        return inspectorClient(serverFor(world, stage.api), options);
      },
      await serviceOf(stage),
    );
  });
}

/** Tools call the API by its address, and the engine does not resolve the one that it has on AWS. */
async function withReachableApi(stage: DeployedStage): Promise<DeployedStage> {
  await setVariable(stage.account, `aid-${STAGE}-http-mcp`, ['PUBLIC_URL', stage.api]);
  return stage;
}

/** The stage as the calls use it. */
async function serviceOf({ api, walk, mailBucket }: DeployedStage): Promise<CalledService> {
  const bucket = await mailBucket();
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    organization: () => makeOrganization(api),
    sentMailArrives: false,
    deliver: async (mail) => {
      const { message, envelope } = await composer.sendMail({ from: 'Ada <ada@sender.example>', ...mail });
      const { from, to } = envelope;
      await walk.receive(message as Buffer, { from: from || '', to, isVerified: false }, bucket);
    },
  };
}

/** The client lists the tools, reads, answers an email, and waits. */
async function expectServed({ walk, tenant }: DeployedStage, client: McpClient): Promise<void> {
  expect(await client.tools()).toHaveLength(21);
  const { structuredContent: me } = await client.call('whoami');
  expect(me).toMatchObject({ actor_type: 'agent', email_address: tenant.address });
  const list = await client.call('list_messages', { direction: 'inbound' });
  const [{ message_id }] = list.structuredContent.messages;
  const sent = await client.call('reply_to_email', { message_id, text: 'Yes.', html: '<p>Yes.</p>', send_again: true });
  expect(sent.isError, textOf(sent)).toBeFalsy();
  const path = `/v1/identities/me/mail/messages/${sent.structuredContent.message_id}`;
  const stored = await walk.call('GET', path, tenant.agentKey);
  expect(stored).toMatchObject({ text: 'Yes.', html: '<p>Yes.</p>', to: [{ address: 'ada@example.com' }] });
  const waited = await client.call('wait_for_event', { type: 'mail.complained', timeout_seconds: 1 });
  expect(waited.structuredContent.timed_out, textOf(waited)).toBe(true);
}
