import { CfnBasePathMapping, type SpecRestApi } from 'aws-cdk-lib/aws-apigateway';
import type { Construct } from 'constructs';

/**
 * Serves a REST API under a custom domain name, without the stage in the path. The name is of another stack, which is
 * deployed first: this one can be deleted and created again without it.
 *
 * See: lib/stacks/domains.ts.
 */
export function mapDomain(scope: Construct, domainName: string, restApi: SpecRestApi): void {
  new CfnBasePathMapping(scope, 'DomainMapping', {
    domainName,
    restApiId: restApi.restApiId,
    stage: restApi.deploymentStage.stageName,
  });
}
