import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { CreateBackupCommand, DynamoDBClient, RestoreTableFromBackupCommand } from '@aws-sdk/client-dynamodb';
import { expect, test } from 'vitest';
import { resourcesOf } from '#scripts/stage/stacks.ts';
import { denials } from './denials.ts';
import type { Account } from './engine.ts';
import { bucketOf, DATA, firstTable } from './stack-resources.ts';
import { run } from './stage.ts';
import type { Tenant, Walk } from './walk.ts';

/** A deployed stage that can be deployed again. */
interface DeployedStage {
  readonly account: () => Account;
  readonly walk: () => Walk;
  readonly tenant: () => Tenant;
  /** Deploys the stage with settings and options. Returns its outputs. */
  readonly deploy: (
    settings: Readonly<Record<string, string>>,
    options?: readonly string[],
  ) => Promise<Record<string, string>>;
}

const SWITCH = ['--switch-table'];

/** Declares the tests of restored tables that the stage switches to. They leave it with its first table. */
export function testRestoredTables({ account, walk, tenant, deploy }: DeployedStage): void {
  test('A restored table takes the place of the first one, with everything that was in it', async () => {
    const restored = await run(account(), [
      'node',
      'scripts/restore-table.ts',
      '--latest',
      '--name',
      'aid-check-restored',
    ]);
    expect(restored.code, restored.output).toBe(0);
    const [, streamArn = ''] = /^AID_RESTORED_TABLE=(.*)$/m.exec(restored.stdout) ?? [];
    const first = await firstTable(account());
    // What is written from now on is in the first table only.
    const late = await walk().tenant();
    await expect(deploy({ AID_RESTORED_TABLE: `${streamArn}0` }, SWITCH)).rejects.toThrow(/FAIL table: AID_REST/);
    await expect(deploy({ AID_RESTORED_TABLE: streamArn })).rejects.toThrow(/FAIL table: .* --switch-table/);
    const outputs = await deploy({ AID_RESTORED_TABLE: streamArn }, SWITCH);
    expect(outputs.RestoredTable).toBe(streamArn);
    expect(await walk().call('GET', '/v1/me', tenant().agentKey)).toMatchObject({ identity_id: tenant().agentId });
    await expect(walk().call('GET', '/v1/me', late.agentKey)).rejects.toThrow(/: 401 /);
    const newcomer = await walk().tenant();
    await walk().receiveMail(newcomer, await bucketOf(account(), DATA, /^MailBucket/));
    expect(await walk().attemptedDelivery(newcomer, 'mail.received')).toMatchObject({ status: 'retrying' });
    expect(denials(account(), first)).toEqual([]);

    await expect(deploy({})).rejects.toThrow(`set AID_RESTORED_TABLE=${streamArn}`);
    await deploy({}, SWITCH);
    expect(await walk().call('GET', '/v1/me', late.agentKey)).toMatchObject({ identity_id: late.agentId });
  });

  test('A stage with backups outside deploys its plan, and takes over a table that was restored without its settings', async () => {
    const AID_BACKUP_VAULT = `arn:aws:backup:eu-west-1:${'9'.repeat(12)}:backup-vault:aid-copies`;
    await deploy({ AID_BACKUP_VAULT });
    const resources = (await resourcesOf(new CloudFormationClient(account().client), DATA)) ?? [];
    const backups = resources.flatMap(({ type }) => (type.startsWith('AWS::Backup::') ? [type] : []));
    expect(backups.sort()).toEqual(['Plan', 'Selection', 'Vault'].map((kind) => `AWS::Backup::Backup${kind}`));

    // The engine makes no copies, so a restore of DynamoDB stands for that of AWS Backup: rows, and no settings.
    const TableName = await firstTable(account());
    const dynamodb = new DynamoDBClient(account().client);
    const { BackupDetails } = await dynamodb.send(new CreateBackupCommand({ TableName, BackupName: 'outside' }));
    const TargetTableName = 'aid-check-from-outside';
    await dynamodb.send(new RestoreTableFromBackupCommand({ TargetTableName, BackupArn: BackupDetails?.BackupArn }));
    const restored = await run(account(), [
      'node',
      'scripts/restore-table.ts',
      '--existing',
      '--name',
      TargetTableName,
    ]);
    expect(restored.code, restored.output).toBe(0);
    const [, streamArn = ''] = /^AID_RESTORED_TABLE=(.*)$/m.exec(restored.stdout) ?? [];
    await deploy({ AID_BACKUP_VAULT, AID_RESTORED_TABLE: streamArn }, SWITCH);
    expect(await walk().call('GET', '/v1/me', tenant().agentKey)).toMatchObject({ identity_id: tenant().agentId });
    const newcomer = await walk().tenant();
    await walk().receiveMail(newcomer, await bucketOf(account(), DATA, /^MailBucket/));
    expect(await walk().attemptedDelivery(newcomer, 'mail.received')).toMatchObject({ status: 'retrying' });
    expect(denials(account(), TableName, 'aid-check-restored')).toEqual([]);
    await deploy({}, SWITCH);
  });
}
