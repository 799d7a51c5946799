import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import {
  DescribeActiveReceiptRuleSetCommand,
  SESClient,
  SetActiveReceiptRuleSetCommand,
  type SetActiveReceiptRuleSetCommandInput,
} from '@aws-sdk/client-ses';
import {
  DeleteTenantResourceAssociationCommand,
  ListResourceTenantsCommand,
  NotFoundException,
  SESv2Client,
} from '@aws-sdk/client-sesv2';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { activateRuleSet, deactivateRuleSet } from '../../scripts/stage/inbound-mail.ts';
import { releaseFromTenants } from '../../scripts/stage/tenants.ts';

const receiving = mockClient(SESClient);
const ses = mockClient(SESv2Client);
const OWN = 'aid-prod-inbound';

beforeEach(() => {
  receiving.reset();
  ses.reset();
  receiving.on(SetActiveReceiptRuleSetCommand).resolves({});
});

afterAll(() => {
  receiving.restore();
  ses.restore();
});

const active = (Name?: string) =>
  receiving.on(DescribeActiveReceiptRuleSetCommand).resolves(Name === undefined ? {} : { Metadata: { Name } });

/** The rule sets that were activated; `undefined` stands for a deactivation. */
const activations = () =>
  receiving
    .commandCalls(SetActiveReceiptRuleSetCommand)
    .map(({ args }) => (args[0].input as SetActiveReceiptRuleSetCommandInput).RuleSetName);

describe('the receipt rules of a stage', () => {
  test('The rules are activated where none are active', async () => {
    active();
    expect(await activateRuleSet(new SESClient(), OWN, false)).toBe(`${OWN} is active`);
    expect(activations()).toEqual([OWN]);
  });

  test('The rules of another program are replaced on demand only', async () => {
    active('theirs');
    await expect(activateRuleSet(new SESClient(), OWN, false)).rejects.toThrow(/^theirs is active, .* --replace/);
    expect(activations()).toEqual([]);
    expect(await activateRuleSet(new SESClient(), OWN, true)).toBe(`${OWN} is active instead of theirs`);
    expect(activations()).toEqual([OWN]);
  });

  test('Active rules are not activated again', async () => {
    active(OWN);
    expect(await activateRuleSet(new SESClient(), OWN, false)).toBe(`${OWN} is active already`);
    expect(activations()).toEqual([]);
  });

  test('The rules of the stage are deactivated, and those of another program stay active', async () => {
    active(OWN);
    await deactivateRuleSet(new SESClient(), OWN);
    expect(activations()).toEqual([undefined]);
    active('theirs');
    expect(await deactivateRuleSet(new SESClient(), OWN)).toBe(`${OWN} is not active; theirs is, and stays so`);
    expect(activations()).toEqual([undefined]);
  });
});

describe('the tenants of a stage', () => {
  const arn = 'arn:aws:ses:eu-central-1:111122223333:identity/agents.example.com';

  test('A resource is removed from every tenant, those included that are gone meanwhile', async () => {
    ses
      .on(ListResourceTenantsCommand, { ResourceArn: arn, NextToken: undefined })
      .resolves({ ResourceTenants: [{ TenantName: 'one' }], NextToken: 'more' })
      .on(ListResourceTenantsCommand, { ResourceArn: arn, NextToken: 'more' })
      .resolves({ ResourceTenants: [{ TenantName: 'two' }] });
    ses
      .on(DeleteTenantResourceAssociationCommand)
      .rejectsOnce(new NotFoundException({ message: 'gone', $metadata: {} }))
      .resolves({});
    expect(await releaseFromTenants(new SESv2Client(), arn)).toBe(2);
    const removed = ses.commandCalls(DeleteTenantResourceAssociationCommand).map(({ args }) => args[0].input);
    expect(removed).toEqual(['one', 'two'].map((TenantName) => ({ TenantName, ResourceArn: arn })));
  });

  test('A resource that does not exist has no tenants', async () => {
    ses.on(ListResourceTenantsCommand).rejects(new NotFoundException({ message: 'none', $metadata: {} }));
    expect(await releaseFromTenants(new SESv2Client(), arn)).toBe(0);
  });
});

describe('a command without a terminal', () => {
  const run = (script: string) =>
    spawnSync(process.execPath, [join(import.meta.dirname, '../../scripts', script)], {
      env: { PATH: process.env.PATH, AID_MAIL_DOMAIN: 'agents.example.com', AWS_REGION: 'eu-central-1' },
      encoding: 'utf8',
      input: '',
    });

  test.each(['deploy', 'undeploy'])('npm run %s changes nothing without a terminal and without --yes', (name) => {
    const { status, stderr } = run(`${name}.ts`);
    expect(status).toBe(1);
    expect(stderr.trim().split('\n')).toEqual([
      expect.stringMatching(new RegExp(`^${name}: there is no terminal .* then run: npm run ${name} -- --yes$`)),
    ]);
  });
});
