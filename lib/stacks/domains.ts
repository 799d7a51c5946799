import { CfnDomainName } from 'aws-cdk-lib/aws-apigateway';
import { CfnDomainName as CfnSecondVersionDomainName } from 'aws-cdk-lib/aws-apigatewayv2';
import { CfnOutput, CfnResource, Stack, type StackProps } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import type { NamedHost, StageDomains } from '../domain-settings.ts';
import { setFeatureFlags } from '../feature-flags.ts';
import { requireTls12 } from '../require-tls12.ts';

export interface DomainsStackProps extends StackProps {
  readonly domains: StageDomains;
}

/** Where API Gateway serves a custom domain name. */
interface Target {
  readonly name: string;
  readonly regionalDomainName: string;
  readonly regionalHostedZoneId: string;
}

/**
 * The domain names of a stage. They are apart from the service stack, which holds only what each of them leads to: a
 * name that is deleted and created again has another target, and the DNS records that operators made would be wrong.
 *
 * See: docs/decisions/0030-domains.md.
 */
export class DomainsStack extends Stack {
  constructor(scope: Construct, id: string, { domains, ...props }: DomainsStackProps) {
    super(scope, id, { description: 'Agent identity and messaging: domains', terminationProtection: true, ...props });
    setFeatureFlags(this);
    const { api, sockets, tunnels, console, hostedZoneId } = domains;
    const targets = {
      Api: api && this.#restDomain('Api', api),
      Socket: sockets && this.#secondVersionDomain('Socket', sockets),
      Tunnel: tunnels && this.#restDomain('Tunnel', { ...tunnels, name: `*.${tunnels.name}` }),
      Console: console && this.#secondVersionDomain('Console', console),
    };
    for (const [kind, target] of Object.entries(targets)) {
      if (target === undefined) continue;
      this.#announce(kind, target);
      if (hostedZoneId !== undefined) this.#addRecord(kind, target, hostedZoneId);
    }
  }

  #restDomain(kind: string, { name, certificateArn }: NamedHost): Target {
    const domain = new CfnDomainName(this, `${kind}Domain`, {
      domainName: name,
      regionalCertificateArn: certificateArn,
      endpointConfiguration: { types: ['REGIONAL'] },
    });
    requireTls12(domain);
    return {
      name,
      regionalDomainName: domain.attrRegionalDomainName,
      regionalHostedZoneId: domain.attrRegionalHostedZoneId,
    };
  }

  /** WebSocket and HTTP APIs need a name of API Gateway's second version, which knows the older policies only. */
  #secondVersionDomain(kind: string, { name, certificateArn }: NamedHost): Target {
    const domain = new CfnSecondVersionDomainName(this, `${kind}Domain`, {
      domainName: name,
      domainNameConfigurations: [{ certificateArn, endpointType: 'REGIONAL', securityPolicy: 'TLS_1_2' }],
    });
    return {
      name,
      regionalDomainName: domain.attrRegionalDomainName,
      regionalHostedZoneId: domain.attrRegionalHostedZoneId,
    };
  }

  #announce(kind: string, { name, regionalDomainName }: Target): void {
    new CfnOutput(this, `${kind}DomainRecord`, {
      value: `${name} CNAME ${regionalDomainName}`,
      description: 'DNS record that brings the name here; with AID_HOSTED_ZONE it exists already, as an alias',
    });
  }

  #addRecord(kind: string, { name, regionalDomainName, regionalHostedZoneId }: Target, zone: string): void {
    // Without the module of Route 53, which each stage would load, and which takes long.
    new CfnResource(this, `${kind}Record`, {
      type: 'AWS::Route53::RecordSet',
      properties: {
        Name: name,
        Type: 'A',
        HostedZoneId: zone,
        AliasTarget: { DNSName: regionalDomainName, HostedZoneId: regionalHostedZoneId },
      },
    });
  }
}
