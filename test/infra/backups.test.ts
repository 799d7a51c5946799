import { expect, test } from 'vitest';
import { readConfig } from '#lib/config.ts';
import { resourcesOf, synthesize, targetOf, WITH_SETTINGS } from './stage.ts';

const { AID_BACKUP_VAULT: COPIES } = WITH_SETTINGS;
const { dataTemplate } = synthesize(WITH_SETTINGS);
const propertiesOf = (type: string) => resourcesOf(dataTemplate, type).map(([, { Properties }]) => Properties);

test('A stage makes no backups outside unless a vault is configured', () => {
  const { dataTemplate: plain } = synthesize();
  for (const type of ['BackupVault', 'BackupPlan', 'BackupSelection'])
    expect(resourcesOf(plain, `AWS::Backup::${type}`)).toEqual([]);
});

test('The table is backed up every day, and each backup is copied to the vault of the setting', () => {
  const [plan] = propertiesOf('AWS::Backup::BackupPlan');
  expect(plan.BackupPlan.BackupPlanRule).toEqual([
    expect.objectContaining({
      ScheduleExpression: 'cron(0 3 * * ? *)',
      Lifecycle: { DeleteAfterDays: 7 },
      CopyActions: [{ DestinationBackupVaultArn: COPIES, Lifecycle: { DeleteAfterDays: 35 } }],
    }),
  ]);
  const selected = propertiesOf('AWS::Backup::BackupSelection').flatMap((one) => one.BackupSelection.Resources);
  const [[table]] = resourcesOf(dataTemplate, 'AWS::DynamoDB::Table') as [[string, unknown]];
  expect(selected.map(targetOf)).toEqual([table]);
});

test('The vault of the stage is encrypted by the storage key, and stays when its stack is deleted', () => {
  const [vault] = resourcesOf(dataTemplate, 'AWS::Backup::BackupVault').map(([, one]) => one);
  expect(targetOf(vault?.Properties.EncryptionKeyArn)).toMatch(/^KeysStorage/);
  expect(vault?.DeletionPolicy).toBe('Retain');
});

test('A stack on one machine has no vault', () => {
  expect(() => readConfig({ AID_PROFILE: 'local', AID_BACKUP_VAULT: COPIES })).toThrow(
    /^AID_BACKUP_VAULT: only on AWS/,
  );
});
