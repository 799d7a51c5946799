import { CfnOutput, Stack } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { mailDomainRecords, type RecordPurpose, recordLine } from '#shared/domain/mail/dns-records.ts';
import type { StageConfig } from '../config.ts';
import { RESTORED_TABLE_OUTPUT } from '../restored-table.ts';
import { mailFromDomainOf } from '../settings.ts';
import type { Dashboard } from './dashboard/dashboard.ts';
import type { OutboundMail } from './outbound-mail.ts';

/** The outputs for the records of the mail domain. Those with the keys of DKIM follow from the identity. */
const MAIL_RECORDS: Readonly<Partial<Record<RecordPurpose, { output: string; description: string }>>> = {
  mx: { output: 'MxRecord', description: 'that brings mail here' },
  mail_from: { output: 'MailFromRecord', description: 'by which bounces of mail arrive at SES' },
  spf: { output: 'SpfRecord', description: 'that lets SES send for the domain of the bounces' },
  dmarc: { output: 'DmarcRecord', description: 'without which agents read mail of each other as not verified' },
};

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
    const mailFrom = mailFromDomainOf(config);
    for (const record of mailDomainRecords({ domain: config.mailDomain, mailFrom, dkim: null }, region)) {
      const { output, description } = MAIL_RECORDS[record.purpose] ?? {};
      if (output !== undefined) this.#add(output, recordLine(record), `DNS record ${description}`);
    }
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
