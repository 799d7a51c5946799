import { describe, expect, test } from 'vitest';
import { resourcesOf, statementsOf, synthesize, targetOf } from './stage.ts';

const { serviceTemplate } = synthesize();
const apis = resourcesOf(serviceTemplate, 'AWS::ApiGateway::RestApi');
const [tunnelApiId, tunnelApi] = apis.find(([, { Properties }]) => Properties.Name === 'aid-dev-tunnels') ?? [];
const functions = new Map(resourcesOf(serviceTemplate, 'AWS::Lambda::Function'));
const invokedBy = (value: Parameters<typeof targetOf>[0]) => functions.get(targetOf(value) ?? '')?.Properties ?? {};

describe('the public side of tunnels', () => {
  test('It is an API of its own, with any method at and below the address of a tunnel and nothing else', () => {
    expect(apis).toHaveLength(2);
    const { paths } = tunnelApi?.Properties.Body ?? {};
    expect(Object.keys(paths)).toEqual(['/t/{address}', '/t/{address}/{path+}']);
    for (const operations of Object.values<object>(paths)) {
      expect(Object.keys(operations)).toEqual(['x-amazon-apigateway-any-method']);
    }
  });

  test('Its stage has a throttle, and logs no traffic', () => {
    const stage = resourcesOf(serviceTemplate, 'AWS::ApiGateway::Stage').find(
      ([, { Properties }]) => Properties.RestApiId.Ref === tunnelApiId,
    )?.[1].Properties;
    expect(stage.MethodSettings).toEqual([
      expect.objectContaining({ ThrottlingRateLimit: 100, ThrottlingBurstLimit: 200, HttpMethod: '*' }),
    ]);
    expect(stage.AccessLogSetting).toBeUndefined();
  });

  test('It invokes one function, which has longer than the integration, and the integration longer than a response', () => {
    const invoked = resourcesOf(serviceTemplate, 'AWS::Lambda::Permission')
      .map(([, { Properties }]) => Properties)
      .filter(({ SourceArn }) => JSON.stringify(SourceArn ?? '').includes(`"${tunnelApiId}"`));
    expect(invoked.map(({ FunctionName }) => invokedBy(FunctionName).FunctionName)).toEqual([
      'aid-dev-worker-tunnel-ingress',
    ]);
    const { Timeout } = invokedBy(invoked[0]?.FunctionName);
    const [{ 'x-amazon-apigateway-any-method': operation }] = Object.values(tunnelApi?.Properties.Body.paths) as [
      Record<string, Record<string, { timeoutInMillis: number }>>,
    ];
    const timeoutMs = operation?.['x-amazon-apigateway-integration']?.timeoutInMillis ?? 0;
    expect(timeoutMs).toBeGreaterThan(120_000);
    expect(Timeout * 1000).toBeGreaterThan(timeoutMs);
  });
});

describe('the bodies of tunnelled requests', () => {
  const [bucketId, bucket] =
    resourcesOf(serviceTemplate, 'AWS::S3::Bucket').find(([id]) => id.startsWith('TunnelsBodies')) ?? [];

  test('The bucket is private, is emptied after a day, and is deleted with the stack', () => {
    expect(bucket?.Properties.PublicAccessBlockConfiguration).toEqual({
      BlockPublicAcls: true,
      BlockPublicPolicy: true,
      IgnorePublicAcls: true,
      RestrictPublicBuckets: true,
    });
    expect(bucket?.Properties.LifecycleConfiguration.Rules).toEqual([
      { Id: 'expire', Status: 'Enabled', ExpirationInDays: 1 },
    ]);
    expect(bucket?.Properties.VersioningConfiguration).toBeUndefined();
    expect(bucket?.DeletionPolicy).toBe('Delete');
  });

  test('The function of the messages can only write responses, and the function of the requests cannot write them', () => {
    const grants = statementsOf(serviceTemplate)
      .filter(({ statement }) => JSON.stringify(statement.Resource).includes(`"${bucketId}"`))
      .filter(({ statement }) => statement.Effect === 'Allow')
      .flatMap(({ policy, statement, actions }) => {
        const objects = JSON.stringify(statement.Resource).matchAll(/(requests|responses)\/\*/g);
        const fn = /Ingress|Messages/.exec(policy)?.[0];
        return [...objects].flatMap(([object]) => actions.map((action) => `${fn} ${action} ${object}`));
      });
    expect(grants.sort()).toEqual([
      'Ingress s3:GetObject requests/*',
      'Ingress s3:GetObject responses/*',
      'Ingress s3:PutObject requests/*',
      'Messages s3:PutObject responses/*',
    ]);
  });
});
