import { Template } from 'aws-cdk-lib/assertions';
import { AwsSolutionsChecks } from 'cdk-nag';
import { describe, expect, test } from 'vitest';
import { EVERY_NAME, resourcesOf, synthesize } from './stage.ts';

const certificate = (name: string) => `arn:aws:acm:eu-central-1:111122223333:certificate/${name}`;
const NAMES = {
  AID_API_DOMAIN: 'api.example.com',
  AID_API_CERTIFICATE: certificate('api'),
  AID_SOCKET_DOMAIN: 'sockets.example.com',
  AID_SOCKET_CERTIFICATE: certificate('sockets'),
  AID_TUNNEL_DOMAIN: 'tunnels.example.net',
  AID_TUNNEL_CERTIFICATE: certificate('tunnels'),
};

const stage = synthesize(NAMES);
const { serviceTemplate, domains } = stage;
if (domains === undefined) throw new Error('no stack of domains');
const domainsTemplate = Template.fromStack(domains);
const plain = synthesize();

const only = (template: Template, type: string) => resourcesOf(template, type).map(([, { Properties }]) => Properties);
const apiIdOf = (name: string) =>
  resourcesOf(serviceTemplate, 'AWS::ApiGateway::RestApi').find(([, { Properties }]) => Properties.Name === name)?.[0];
const environmentOf = (template: Template, name: string) =>
  only(template, 'AWS::Lambda::Function').find(({ FunctionName }) => FunctionName === `aid-dev-${name}`).Environment
    .Variables;

describe('the domains of a stage', () => {
  test('They are in a stack that holds nothing else, is protected, and is deployed before the service', () => {
    const types = Object.values(domainsTemplate.toJSON().Resources as Record<string, { Type: string }>);
    expect(types.map(({ Type }) => Type).sort()).toEqual([
      'AWS::ApiGateway::DomainName',
      'AWS::ApiGateway::DomainName',
      'AWS::ApiGatewayV2::DomainName',
    ]);
    expect(domains.terminationProtection).toBe(true);
    expect(stage.service.dependencies).toContain(domains);
    // No export ties it to the service stack, which can be deleted and created again.
    expect(JSON.stringify(domainsTemplate.toJSON().Outputs)).not.toContain('Export');
    expect(JSON.stringify(serviceTemplate.toJSON())).not.toContain('aid-dev-domains');
  });

  test('The names of REST APIs are regional and demand TLS 1.2, that of the tunnels is a wildcard', () => {
    const demanded = {
      EndpointConfiguration: { Types: ['REGIONAL'] },
      SecurityPolicy: expect.stringMatching(/^SecurityPolicy_TLS13_1_2_/),
      EndpointAccessMode: 'BASIC',
    };
    expect(only(domainsTemplate, 'AWS::ApiGateway::DomainName')).toEqual([
      { DomainName: 'api.example.com', RegionalCertificateArn: certificate('api'), ...demanded },
      { DomainName: '*.tunnels.example.net', RegionalCertificateArn: certificate('tunnels'), ...demanded },
    ]);
    expect(only(domainsTemplate, 'AWS::ApiGatewayV2::DomainName')).toEqual([
      {
        DomainName: 'sockets.example.com',
        DomainNameConfigurations: [
          { CertificateArn: certificate('sockets'), EndpointType: 'REGIONAL', SecurityPolicy: 'TLS_1_2' },
        ],
      },
    ]);
    // API Gateway negotiates by the policy of the API that a name is mapped to.
    for (const { SecurityPolicy } of only(serviceTemplate, 'AWS::ApiGateway::RestApi')) {
      expect(SecurityPolicy).toEqual(demanded.SecurityPolicy);
    }
  });

  test('The outputs name the DNS records, and a hosted zone gets them as aliases', () => {
    const { Outputs } = domainsTemplate.toJSON();
    expect(Object.keys(Outputs)).toEqual(['ApiDomainRecord', 'SocketDomainRecord', 'TunnelDomainRecord']);
    expect(JSON.stringify(Outputs.TunnelDomainRecord.Value)).toContain('*.tunnels.example.net CNAME ');

    const zoned = synthesize(EVERY_NAME).domains;
    const records = only(Template.fromStack(zoned as NonNullable<typeof zoned>), 'AWS::Route53::RecordSet').filter(
      ({ Type }) => Type === 'A',
    );
    expect(records.map(({ Name, Type, HostedZoneId }) => [Name, Type, HostedZoneId])).toEqual([
      ['api.example.com', 'A', 'Z0123456789ABC'],
      ['sockets.example.com', 'A', 'Z0123456789ABC'],
      ['*.tunnels.example.net', 'A', 'Z0123456789ABC'],
      ['console.example.com', 'A', 'Z0123456789ABC'],
    ]);
    for (const { AliasTarget } of records) {
      const [domain] = AliasTarget.DNSName['Fn::GetAtt'];
      expect(AliasTarget).toEqual({
        DNSName: { 'Fn::GetAtt': [domain, 'RegionalDomainName'] },
        HostedZoneId: { 'Fn::GetAtt': [domain, 'RegionalHostedZoneId'] },
      });
    }
  });

  test('The service stack maps each name to its API, without a path', () => {
    const mappings = only(serviceTemplate, 'AWS::ApiGateway::BasePathMapping');
    expect(mappings.map(({ DomainName, RestApiId, BasePath }) => [DomainName, RestApiId, BasePath])).toEqual([
      ['api.example.com', { Ref: apiIdOf('aid-dev-api') }, undefined],
      ['*.tunnels.example.net', { Ref: apiIdOf('aid-dev-tunnels') }, undefined],
    ]);
    const stages = new Map(resourcesOf(serviceTemplate, 'AWS::ApiGateway::Stage'));
    for (const { Stage, RestApiId } of mappings) {
      expect(stages.get(Stage.Ref)?.Properties.RestApiId).toEqual(RestApiId);
    }
    const [[, socket] = []] = resourcesOf(serviceTemplate, 'AWS::ApiGatewayV2::ApiMapping');
    expect(socket?.Properties).toMatchObject({ DomainName: 'sockets.example.com', Stage: 'dev' });
    const [[socketApi] = []] = resourcesOf(serviceTemplate, 'AWS::ApiGatewayV2::Api');
    expect(socket?.Properties.ApiId).toEqual({ Ref: socketApi });
  });

  test('Every address that the service prints follows', () => {
    expect(environmentOf(serviceTemplate, 'http-a2a').PUBLIC_URL).toBe('https://api.example.com');
    expect(serviceTemplate.toJSON().Outputs.ApiAddress.Value).toBe('https://api.example.com');
    for (const name of ['http-streams', 'http-tunnels']) {
      expect(environmentOf(serviceTemplate, name).SOCKET_URL).toBe('wss://sockets.example.com/');
    }
    for (const name of ['http-tunnels', 'worker-connections']) {
      expect(environmentOf(serviceTemplate, name).TUNNEL_URL).toBe('https://*.tunnels.example.net');
    }
    // Connections are managed through the API's own address, whatever name their clients used.
    const managed = 'AWS_ENDPOINT_URL_APIGATEWAYMANAGEMENTAPI';
    expect(environmentOf(serviceTemplate, 'worker-connections')[managed]).toEqual(
      environmentOf(plain.serviceTemplate, 'worker-connections')[managed],
    );
  });

  test('Every path of a host of its own reaches the tunnel', () => {
    const { Body } = only(serviceTemplate, 'AWS::ApiGateway::RestApi').find(({ Name }) => Name === 'aid-dev-tunnels');
    expect(Object.keys(Body.paths)).toEqual(['/t/{address}', '/t/{address}/{path+}', '/', '/t', '/{path+}']);
  });

  test('The AwsSolutions rules find nothing that is not acknowledged', () => {
    expect(new AwsSolutionsChecks(stage.app).validateScope(stage.app)).toEqual({ success: true, violations: [] });
  });
});

describe('the records of the mail domain', () => {
  const recordsOf = (template: Template) =>
    only(template, 'AWS::Route53::RecordSet')
      .filter(({ Type }) => Type !== 'A')
      .map(({ Name, Type, ResourceRecords: [value] }) => [Name, Type, value]);

  test('A zone that is to get all of them gets those that the service asks of its customers, and keeps them', () => {
    const { domains: zoned, serviceTemplate: service } = synthesize(EVERY_NAME);
    const region = (host: string, rest: string) => ({
      'Fn::Join': ['', [`10 ${host}.`, { Ref: 'AWS::Region' }, rest]],
    });
    expect(recordsOf(Template.fromStack(zoned as NonNullable<typeof zoned>))).toEqual([
      ['mail-from.agents.example.com', 'MX', region('feedback-smtp', '.amazonses.com')],
      ['mail-from.agents.example.com', 'TXT', '"v=spf1 include:amazonses.com ~all"'],
      ['_dmarc.agents.example.com', 'TXT', '"v=DMARC1; p=none"'],
      ['agents.example.com', 'MX', region('inbound-smtp', '.amazonaws.com')],
    ]);
    expect(recordsOf(service)).toEqual([]);
    const records = resourcesOf(Template.fromStack(zoned as NonNullable<typeof zoned>), 'AWS::Route53::RecordSet');
    for (const [id, { DeletionPolicy }] of records) {
      expect(DeletionPolicy, id).toBe(id.startsWith('MailRecord') ? 'RetainExceptOnCreate' : undefined);
    }
  });

  test('A zone gets only the records that are named, and a stage without names of its own may have them too', () => {
    const { domains: some, serviceTemplate: service } = synthesize({
      AID_HOSTED_ZONE: 'Z0123456789ABC',
      AID_MAIL_RECORDS: 'spf, mail_from',
    });
    const types = recordsOf(Template.fromStack(some as NonNullable<typeof some>)).map(
      ([name, type]) => `${name} ${type}`,
    );
    expect(types).toEqual(['mail-from.agents.example.com MX', 'mail-from.agents.example.com TXT']);
    expect(recordsOf(service)).toEqual([]);
  });

  test('Without the setting no zone gets a record of the mail domain, and the outputs name all of them', () => {
    const zoned = synthesize({ ...NAMES, AID_HOSTED_ZONE: 'Z0123456789ABC' });
    expect(recordsOf(Template.fromStack(zoned.domains as NonNullable<typeof zoned.domains>))).toEqual([]);
    expect(recordsOf(zoned.serviceTemplate)).toEqual([]);
    const { Outputs } = zoned.serviceTemplate.toJSON();
    expect(Outputs.DmarcRecord.Value).toBe('_dmarc.agents.example.com TXT "v=DMARC1; p=none"');
    expect(Outputs.SpfRecord.Value).toBe('mail-from.agents.example.com TXT "v=spf1 include:amazonses.com ~all"');
    for (const name of ['MxRecord', 'MailFromRecord', 'DkimRecord1', 'DkimRecord3'])
      expect(Outputs).toHaveProperty(name);
  });

  test('Bounces of the stage go to its own domain, and to that of SES while its records are missing', () => {
    const [identity] = only(plain.serviceTemplate, 'AWS::SES::EmailIdentity');
    expect(identity.MailFromAttributes).toEqual({
      MailFromDomain: 'mail-from.agents.example.com',
      BehaviorOnMxFailure: 'USE_DEFAULT_VALUE',
    });
  });
});

describe('a stage without domains', () => {
  test('It has no stack for them and no mapping', () => {
    expect(plain.domains).toBeUndefined();
    for (const type of ['AWS::ApiGateway::BasePathMapping', 'AWS::ApiGatewayV2::ApiMapping']) {
      expect(resourcesOf(plain.serviceTemplate, type)).toEqual([]);
    }
  });

  test('A name for the API alone changes nothing about tunnels and the WebSocket API', () => {
    const { AID_API_DOMAIN, AID_API_CERTIFICATE } = NAMES;
    const { serviceTemplate: some, domains: one } = synthesize({ AID_API_DOMAIN, AID_API_CERTIFICATE });
    expect(only(some, 'AWS::ApiGateway::BasePathMapping').map(({ DomainName }) => DomainName)).toEqual([
      AID_API_DOMAIN,
    ]);
    expect(environmentOf(some, 'http-tunnels')).toEqual({
      ...environmentOf(plain.serviceTemplate, 'http-tunnels'),
      PUBLIC_URL: 'https://api.example.com',
    });
    expect(Object.keys(Template.fromStack(one as NonNullable<typeof one>).toJSON().Outputs)).toEqual([
      'ApiDomainRecord',
    ]);
  });
});
