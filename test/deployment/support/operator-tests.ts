import { expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { ACCOUNT, type Account, REGION } from './engine.ts';
import { queryApi } from './query-api.ts';
import { run, STAGE } from './stage.ts';
import type { Tenant, Walk } from './walk.ts';

/** A deployed stage with an organization. */
interface DeployedStage {
  readonly account: Account;
  readonly walk: Walk;
  readonly tenant: Tenant;
}

/** Declares the tests of what operators do with a stage that was deployed by the tests before. */
export function testOperatorCommands(stageOf: () => DeployedStage): void {
  test('The relay has relayed every row that was committed', async () => {
    const { account } = stageOf();
    const since = new Date(Date.now() - 3_600_000).toISOString();
    const until = new Date().toISOString();
    const range = ['--since', since, '--until', until];
    const { code, output } = await run(account, ['node', 'scripts/relay-missing.ts', ...range]);
    expect(code, output).toBe(0);
    expect(output).toMatch(/^[1-9]\d* rows of .* checked, 0 never relayed$/m);
  });

  test('A command replaces the data key of the stage, but not again before the new version is active', async () => {
    const { account } = stageOf();
    const rotate = (...args: string[]) =>
      run(account, ['node', 'scripts/ops.ts', 'rotate-data-key', '--stage', STAGE, ...args]);
    const plan = await rotate();
    expect(plan.code, plan.output).toBe(0);
    expect(plan.output).toMatch(/^1 .* seals and opens/m);
    expect(plan.output).toContain('version 2 would be created');
    const rotated = await rotate('--yes');
    expect(rotated.code, rotated.output).toBe(0);
    expect(rotated.output).toMatch(/^version 2 was created; functions seal with it from \d{4}-/m);
    const again = await rotate('--yes');
    expect(again.code).toBe(1);
    expect(again.output).toContain('version 2 was created a moment ago');
  });

  test('The ops commands find the queues and logs of the stage, redrive a job, and find what became of it', async () => {
    const { account } = stageOf();
    const ops = async (...args: string[]) => {
      const outcome = await run(account, ['node', 'scripts/ops.ts', ...args, '--json']);
      expect(outcome.code, outcome.output).toBe(0);
      return JSON.parse(outcome.stdout);
    };
    const { rows } = await ops('queues');
    const kinds: string[] = rows.map(({ kind }: { kind: string }) => kind);
    expect(kinds.sort()).toEqual([...Array(7).fill('failures'), ...Array(6).fill('jobs')]);

    const messageId = 'msg_01M7YKTYG2D7Z1K9J3V8WQ5R6B';
    const job = { organizationId: 'org_none', identityId: 'agt_none', messageId };
    const dead = `aid-${STAGE}-outbound-mail-dead-letters`;
    const QueueUrl = `${account.endpoint}/${ACCOUNT}/${dead}`;
    await queryApi(account, 'sqs', { Action: 'SendMessage', QueueUrl, MessageBody: JSON.stringify(job) });
    const about = `organizationId=org_none identityId=agt_none messageId=${messageId}`;
    expect((await ops('inspect', dead)).rows).toEqual([expect.objectContaining({ about })]);
    expect((await ops('redrive', dead)).notes).toContain('nothing was changed; --yes does it');
    expect((await ops('redrive', dead, '--yes')).rows).toHaveLength(1);
    expect((await ops('inspect', dead)).rows).toEqual([]);
    await eventually(async () => {
      const found = await ops('find', messageId);
      expect(found.rows).toContainEqual(
        expect.objectContaining({
          log: 'worker-outbound-mail',
          text: expect.stringMatching(/^the message of a mail job does not exist .*message_id=msg_01M7/),
        }),
      );
    }, 60_000);
  });

  test('A replay of a range counts the events of an organization, and an unknown stage is an error', async () => {
    const { account, walk, tenant } = stageOf();
    const me = await walk.call('GET', '/v1/me', tenant.orgKey);
    const range = ['--from', '2026-01-01', '--to', new Date(Date.now() - 600_000).toISOString()];
    const counted = await run(account, ['node', 'scripts/ops.ts', 'replay', me.org_id, ...range]);
    expect(counted.code, counted.output).toBe(0);
    expect(counted.stdout).toContain(`events of ${me.org_id} would be replayed`);
    const unknown = await run(account, ['node', 'scripts/ops.ts', 'queues', '--stage', 'none']);
    expect(unknown.code).toBe(1);
    expect(unknown.output).toContain(`no stage none is deployed in ${REGION}`);
  });
}
