import { BackupPlan, BackupPlanRule, BackupResource, BackupVault } from 'aws-cdk-lib/aws-backup';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { Schedule } from 'aws-cdk-lib/aws-events';
import { ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Duration, RemovalPolicy } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { acknowledge } from '../acknowledge.ts';
import { BACKUP_RETENTION_DAYS } from '../backup-retention.ts';
import type { StageConfig } from '../config.ts';
import { serviceNameOf } from '../settings.ts';

export interface BackupsProps {
  readonly config: StageConfig;
  /** The vault of another account or region that gets a copy of each backup. */
  readonly copyVaultArn: string;
  readonly table: ITable;
  readonly storageKey: IKey;
}

/**
 * A daily backup of the table, and its copy in a vault outside of the account or region. AWS Backup encrypts the backup
 * under the key of the vault, and the copy under that of the other vault.
 *
 * The role is the one that AWS maintains for this service: what a copy between accounts calls is not documented as a
 * list.
 *
 * See: docs/runbook.md#restoring-from-another-account; docs/decisions/0025-real-accounts.md#backups.
 */
export class Backups extends Construct {
  constructor(scope: Construct, id: string, { config, copyVaultArn, table, storageKey }: BackupsProps) {
    super(scope, id);
    const vault = new BackupVault(this, 'Vault', {
      backupVaultName: serviceNameOf(config, 'backups'),
      encryptionKey: storageKey,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    const plan = new BackupPlan(this, 'Plan', { backupPlanName: serviceNameOf(config, 'backups'), backupVault: vault });
    plan.addRule(
      new BackupPlanRule({
        ruleName: 'daily',
        scheduleExpression: Schedule.cron({ hour: '3', minute: '0' }),
        deleteAfter: Duration.days(BACKUP_RETENTION_DAYS.ownVault),
        copyActions: [
          {
            destinationBackupVault: BackupVault.fromBackupVaultArn(this, 'Copy', copyVaultArn),
            deleteAfter: Duration.days(BACKUP_RETENTION_DAYS.copyVault),
          },
        ],
      }),
    );
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('backup.amazonaws.com'),
      managedPolicies: [ManagedPolicy.fromAwsManagedPolicyName('service-role/AWSBackupServiceRolePolicyForBackup')],
    });
    acknowledge(
      role,
      'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSBackupServiceRolePolicyForBackup]',
      'AWS maintains what AWS Backup has to call for a backup and its copies.',
    );
    plan.addSelection('Table', {
      backupSelectionName: 'table',
      resources: [BackupResource.fromDynamoDbTable(table)],
      role,
      disableDefaultBackupPolicy: true,
    });
  }
}
