import { CfnOutput, Stack } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import type { StageConfig } from '../config.ts';
import type { Dashboard } from './dashboard.ts';
import type { HttpApi } from './http-api.ts';
import type { MailIn } from './mail-in.ts';
import type { MailOut } from './mail-out.ts';

export interface OutputsProps {
  readonly config: StageConfig;
  readonly api: HttpApi;
  readonly mailIn: MailIn;
  readonly mailOut: MailOut;
  readonly dashboard: Dashboard;
}

/** What an operator needs after a deployment, in the order in which it is needed. */
export class Outputs extends Construct {
  constructor(scope: Construct, id: string, { config, api, mailIn, mailOut, dashboard }: OutputsProps) {
    super(scope, id);
    const { region } = Stack.of(this);
    this.add('ApiAddress', config.publicUrl ?? api.address, 'Base address of the API; paths start with /v1');
    this.add(
      'MxRecord',
      `${config.mailDomain} MX 10 inbound-smtp.${region}.amazonaws.com`,
      'DNS record that brings mail here',
    );
    for (const [index, record] of mailOut.identity.dkimRecords.entries()) {
      this.add(`DkimRecord${index + 1}`, `${record.name} CNAME ${record.value}`, 'DNS record that proves the domain');
    }
    this.add(
      'ActivateInboundMail',
      `aws ses set-active-receipt-rule-set --rule-set-name ${mailIn.ruleSet.receiptRuleSetName} --region ${region}`,
      'Run once: an account has one active rule set in a region, and this one replaces it',
    );
    this.add(
      'DeactivateInboundMail',
      `aws ses set-active-receipt-rule-set --region ${region}`,
      'Run before the stack is deleted, if its rule set is active: SES does not delete an active one',
    );
    this.add('DashboardAddress', dashboard.address, 'Overview of the stage');
  }

  private add(name: string, value: string, description: string): void {
    new CfnOutput(this, name, { value, description }).overrideLogicalId(name);
  }
}
