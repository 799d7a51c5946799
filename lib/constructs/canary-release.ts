import type { IAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { acknowledge } from '../acknowledge.ts';
import type { StageConfig } from '../config.ts';
import { serviceNameOf } from '../settings.ts';
import type { ServiceFunction } from './service-function.ts';

export interface CanaryReleaseProps {
  readonly config: StageConfig;
  readonly functions: readonly ServiceFunction[];
  /** If one of them fires during a release, it is rolled back. CodeDeploy accepts ten. */
  readonly alarms: readonly IAlarm[];
}

/**
 * Releases by versions: a new version of a function gets a tenth of its invocations for ten minutes, and then all. If an
 * alarm fires meanwhile, CodeDeploy gives all invocations to the version before, and CloudFormation rolls the whole
 * update back. The alarms look at five minutes, so ten are enough for each of them.
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
    for (const { alias, functionId } of functions) {
      if (alias === undefined) continue;
      new LambdaDeploymentGroup(this, functionId, {
        application,
        alias,
        alarms: [...alarms],
        role,
        deploymentGroupName: serviceNameOf(config, functionId),
        deploymentConfig: LambdaDeploymentConfig.CANARY_10PERCENT_10MINUTES,
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
