import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { acknowledge } from '../acknowledge.ts';
import type { StageConfig } from '../config.ts';
import { serviceNameOf } from '../settings.ts';
import type { Alarms } from './alarms.ts';
import type { ServiceFunction } from './service-function.ts';

export interface CanaryReleaseProps {
  readonly config: StageConfig;
  readonly functions: readonly ServiceFunction[];
  /** If an alarm of one function fires during a release, the release is rolled back. */
  readonly alarms: Alarms;
}

/**
 * Releases by versions: a new version of a function gets a tenth of its invocations, and a tenth more every two
 * minutes. If an alarm fires meanwhile, CodeDeploy gives all invocations to the version before, and CloudFormation
 * rolls the whole update back. A stage without traffic invokes each function but the sweep and the guard at least once
 * per minute, for the heartbeat: within ten minutes the new version of one gets an invocation in 98 of 100 releases,
 * and in all before the last step.
 *
 * See: docs/decisions/0032-releases-and-migrations.md.
 */
export class CanaryRelease extends Construct {
  constructor(scope: Construct, id: string, { config, functions, alarms }: CanaryReleaseProps) {
    super(scope, id);
    const application = new LambdaApplication(this, 'Application', {
      applicationName: serviceNameOf(config, 'functions'),
    });
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('codedeploy.amazonaws.com') });
    for (const fn of functions) {
      const { alias, functionId } = fn;
      if (alias === undefined) continue;
      new LambdaDeploymentGroup(this, functionId, {
        application,
        alias,
        alarms: [...alarms.rollingBackOf(fn)],
        role,
        deploymentGroupName: serviceNameOf(config, functionId),
        deploymentConfig: LambdaDeploymentConfig.LINEAR_10PERCENT_EVERY_2MINUTES,
        autoRollback: { failedDeployment: true, stoppedDeployment: true, deploymentInAlarm: true },
      });
    }
    acknowledge(
      role,
      'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited]',
      'The role by which CodeDeploy moves aliases and reads alarms; AWS keeps its policy.',
    );
  }
}
