import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import type { StageConfig } from '../config.ts';
import { Backups } from '../constructs/backups.ts';
import { ContentBucket } from '../constructs/content-bucket.ts';
import { Keys } from '../constructs/keys.ts';
import { MailBucket } from '../constructs/mail-bucket.ts';
import { SingleTable } from '../constructs/single-table.ts';
import { StageLogs } from '../constructs/stage-logs.ts';
import { setFeatureFlags } from '../feature-flags.ts';
import { RESTORED_TABLE_OUTPUT } from '../restored-table.ts';

export interface DataStackProps extends StackProps {
  readonly config: StageConfig;
}

/**
 * The resources with data. They are in a separate stack from those that change often, which can be deleted and created
 * again without them. All but the log groups are kept even when this stack is deleted. What a release adds here has to
 * survive a rollback to the release before: see docs/releasing.md#what-a-change-may-add.
 */
export class DataStack extends Stack {
  readonly keys: Keys;
  readonly table: SingleTable;
  readonly mail: MailBucket;
  readonly content: ContentBucket;

  constructor(scope: Construct, id: string, { config, ...props }: DataStackProps) {
    super(scope, id, { description: 'Agent identity and messaging: data', terminationProtection: true, ...props });
    setFeatureFlags(this);
    this.keys = new Keys(this, 'Keys', { config });
    this.table = new SingleTable(this, 'Data', { config, storageKey: this.keys.storage });
    this.mail = new MailBucket(this, 'Mail', { config, storageKey: this.keys.storage });
    const { accessLogs } = this.mail;
    this.content = new ContentBucket(this, 'Content', { storageKey: this.keys.storage, accessLogs });
    new StageLogs(this, 'Logs', { config });
    const { backupVaultArn: copyVaultArn } = config;
    if (copyVaultArn !== undefined) {
      const { table } = this.table;
      new Backups(this, 'Backups', { config, copyVaultArn, table, storageKey: this.keys.storage });
    }
    if (config.restoredTable !== undefined) {
      // Here too, because a stage that was taken down has this stack only.
      const value = config.restoredTable.streamArn;
      new CfnOutput(this, RESTORED_TABLE_OUTPUT, {
        value,
        description: 'What the stage uses instead of its own table',
      });
    }
  }
}
