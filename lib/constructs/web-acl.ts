import type { SpecRestApi } from 'aws-cdk-lib/aws-apigateway';
import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import type { StageConfig } from '../config.ts';
import { serviceNameOf } from '../settings.ts';

export interface WebAclProps {
  readonly config: StageConfig;
  readonly restApi: SpecRestApi;
  /** Requests of one network address in five minutes. */
  readonly rate: number;
}

/**
 * A web ACL that blocks network addresses with very many requests, before they reach API Gateway. API Gateway responds
 * for it, by its `WAF_FILTERED` response. It costs about six dollars a month, so a stage has it only on request.
 *
 * See: AWS WAF developer guide, Rate-based rule statement.
 */
export class WebAcl extends Construct {
  constructor(scope: Construct, id: string, { config, restApi, rate }: WebAclProps) {
    super(scope, id);
    const name = serviceNameOf(config, 'web-acl');
    const visible = (metricName: string) => ({
      cloudWatchMetricsEnabled: true,
      sampledRequestsEnabled: false,
      metricName,
    });
    const acl = new CfnWebACL(this, 'Acl', {
      name,
      scope: 'REGIONAL',
      defaultAction: { allow: {} },
      visibilityConfig: visible(name),
      rules: [
        {
          name: 'rate-by-address',
          priority: 0,
          action: { block: {} },
          statement: { rateBasedStatement: { limit: rate, aggregateKeyType: 'IP', evaluationWindowSec: 300 } },
          visibilityConfig: visible(`${name}-rate`),
        },
      ],
    });
    new CfnWebACLAssociation(this, 'Association', {
      resourceArn: restApi.deploymentStage.stageArn,
      webAclArn: acl.attrArn,
    });
  }
}
