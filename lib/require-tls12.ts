import type { CfnDomainName, CfnRestApi } from 'aws-cdk-lib/aws-apigateway';

/**
 * By default a regional REST API accepts TLS 1.0. This policy demands TLS 1.2 with forward secrecy. The access mode
 * belongs to it; `BASIC` accepts the host names of custom domains. API Gateway negotiates by the policy of the API also
 * for requests to a custom domain, so both need it.
 *
 * See: API Gateway developer guide, Security policies for REST APIs, and Choose a security policy for your custom
 * domain.
 */
export function requireTls12(resource: CfnRestApi | CfnDomainName): void {
  resource.securityPolicy = 'SecurityPolicy_TLS13_1_2_PFS_PQ_2025_09';
  resource.endpointAccessMode = 'BASIC';
}
