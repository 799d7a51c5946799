import { CfnDomainName } from 'aws-cdk-lib/aws-apigateway';
import { CfnDomainName as CfnSecondVersionDomainName } from 'aws-cdk-lib/aws-apigatewayv2';
import { CfnOutput, CfnResource, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { mailDomainRecords } from '#shared/domain/mail/dns-records.ts';
import type { StageConfig } from '../config.ts';
import { type NamedHost, RECORD_SECONDS, type StageDomains } from '../domain-settings.ts';
import { setFeatureFlags } from '../feature-flags.ts';
import { requireTls12 } from '../require-tls12.ts';
import { mailFromDomainOf } from '../settings.ts';

export interface DomainsStackProps extends StackProps {
  readonly config: Pick<StageConfig, 'mailDomain'>;
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
  constructor(scope: Construct, id: string, { config, domains, ...props }: DomainsStackProps) {
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
    if (hostedZoneId !== undefined) this.#addMailRecords(config, domains, hostedZoneId);
  }

  /**
   * The records of the mail domain that the zone is to have. CloudFormation fails at a record that exists, and
   * overwrites none. They stay when the setting, or a release that knows it, is taken back: mail would be lost without
   * them.
   */
  #addMailRecords(config: Pick<StageConfig, 'mailDomain'>, { mailRecords = [] }: StageDomains, zone: string): void {
    const mailFrom = mailFromDomainOf(config);
    for (const record of mailDomainRecords({ domain: config.mailDomain, mailFrom, dkim: null }, this.region)) {
      if (!mailRecords.includes(record.purpose)) continue;
      const { purpose, name, type, value, priority } = record;
      const text = type === 'TXT' ? `"${value}"` : `${priority} ${value}`;
      const content = { TTL: RECORD_SECONDS, ResourceRecords: [text] };
      const created = this.#recordSet(`MailRecord${purpose}`, { name, type, zone }, content);
      created.applyRemovalPolicy(RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE);
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
    const target = { DNSName: regionalDomainName, HostedZoneId: regionalHostedZoneId };
    this.#recordSet(`${kind}Record`, { name, type: 'A', zone }, { AliasTarget: target });
  }

  /** A record without the CDK's module of Route 53, which each stage would load, and which takes long. */
  #recordSet(id: string, { name, type, zone }: { name: string; type: string; zone: string }, content: object) {
    const properties = { Name: name, Type: type, HostedZoneId: zone, ...content };
    return new CfnResource(this, id, { type: 'AWS::Route53::RecordSet', properties });
  }
}
