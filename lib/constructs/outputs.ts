import { CfnOutput, Stack } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import type { StageConfig } from '../config.ts';
import { RESTORED_TABLE_OUTPUT } from '../restored-table.ts';
import type { Dashboard } from './dashboard/dashboard.ts';
import type { OutboundMail } from './outbound-mail.ts';

export interface OutputsProps {
  readonly config: StageConfig;
  readonly apiAddress: string;
  /** The origin of the console, if the stage serves it. */
  readonly consoleAddress: string | undefined;
  readonly outboundMail: OutboundMail;
  readonly dashboard: Dashboard;
}

/** What an operator needs after a deployment, in the order in which it is needed. */
export class Outputs extends Construct {
  constructor(scope: Construct, id: string, props: OutputsProps) {
    super(scope, id);
    const { config, apiAddress, consoleAddress, outboundMail, dashboard } = props;
    const { region } = Stack.of(this);
    this.#add('ApiAddress', apiAddress, 'Base address of the API; paths start with /v1');
    this.#add(
      'MxRecord',
      `${config.mailDomain} MX 10 inbound-smtp.${region}.amazonaws.com`,
      'DNS record that brings mail here',
    );
    for (const [index, record] of outboundMail.identity.dkimRecords.entries()) {
      this.#add(`DkimRecord${index + 1}`, `${record.name} CNAME ${record.value}`, 'DNS record that proves the domain');
    }
    if (config.inboundMail) {
      this.#add(
        'ActivateInboundMail',
        'npm run inbound-mail -- activate',
        'Run with the settings of the stage: it refuses to end the mail of another stage or program',
      );
    }
    if (config.restoredTable !== undefined) {
      this.#add(RESTORED_TABLE_OUTPUT, config.restoredTable.streamArn, 'AID_RESTORED_TABLE, for all later deployments');
    }
    if (consoleAddress !== undefined) {
      this.#add('ConsoleAddress', `${consoleAddress}/`, 'The web console, for a browser');
    }
    this.#add('DashboardAddress', dashboard.address, 'Overview of the stage');
  }

  #add(name: string, value: string, description: string): void {
    new CfnOutput(this, name, { value, description }).overrideLogicalId(name);
  }
}
