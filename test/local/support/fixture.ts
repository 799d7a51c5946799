import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LocalStack, StackProps } from '#local/local-stack.ts';
import type { LocalSettings } from '#local/settings.ts';
import { startStack } from '#local/stack.ts';

/** The resources of a template, and the source of the bundle of each function by the object key in the template. */
export interface Fixture {
  readonly resources: Readonly<Record<string, unknown>>;
  readonly bundles: Readonly<Record<string, string>>;
}

export const EPHEMERAL: LocalSettings = {
  port: 0,
  tunnelPort: 0,
  tunnelPortMayChange: false,
  smtpPort: 0,
  stateDir: undefined,
  log: 'error',
  dynamodbEndpoint: undefined,
  checkAccess: false,
  loopbackOnly: false,
  emulatorSecret: 'test',
  warmFunctions: 100,
  stage: {},
};

/** Starts a stack with these resources, without state, in this process. */
export function startFixture(
  fixture: Fixture,
  { settings, ...more }: Partial<Omit<StackProps, 'settings' | 'build'>> & { settings?: Partial<LocalSettings> } = {},
): Promise<LocalStack> {
  return startStack({
    settings: { ...EPHEMERAL, ...settings },
    show: () => {},
    onBroken: () => {},
    build: async (dir) => writeAssembly(dir, fixture),
    ...more,
  });
}

/** An expression by which a bundle loads a package of this repository. */
export function loaded(name: string): string {
  return `process.getBuiltinModule('module').createRequire(${JSON.stringify(import.meta.filename)})('${name}')`;
}

/** Writes a cloud assembly of one stack, laid out as the CDK lays it out. */
function writeAssembly(dir: string, { resources, bundles }: Fixture): void {
  mkdirSync(dir, { recursive: true });
  const json = (name: string, value: unknown) => writeFileSync(join(dir, name), JSON.stringify(value));
  json('manifest.json', {
    artifacts: {
      'test.assets': { type: 'cdk:asset-manifest', properties: { file: 'test.assets.json' } },
      test: {
        type: 'aws:cloudformation:stack',
        properties: { templateFile: 'test.template.json' },
        dependencies: ['test.assets'],
      },
    },
  });
  json('test.template.json', { Resources: resources });
  const files = Object.keys(bundles).map((key) => [
    key,
    { source: { path: `asset.${key}`, packaging: 'zip' }, destinations: { here: { objectKey: `${key}.zip` } } },
  ]);
  json('test.assets.json', { files: Object.fromEntries(files) });
  for (const [key, source] of Object.entries(bundles)) {
    mkdirSync(join(dir, `asset.${key}`), { recursive: true });
    writeFileSync(join(dir, `asset.${key}`, 'index.mjs'), source);
  }
}

/** A function resource with the bundle `key`. Its timeout, in seconds, is by default one that only a defect reaches. */
export function functionResource(key: string, environment: Readonly<Record<string, unknown>> = {}, timeout = 120) {
  return {
    Type: 'AWS::Lambda::Function',
    Properties: {
      FunctionName: key,
      Handler: 'index.handler',
      Role: { 'Fn::GetAtt': ['Role', 'Arn'] },
      Code: { S3Key: `${key}.zip` },
      Timeout: timeout,
      Environment: { Variables: environment },
    },
  };
}

/** An operation of an API definition that a function serves. */
export function operation(fn: string, integration: { responseTransferMode?: string; timeoutInMillis?: number } = {}) {
  const invocation = integration.responseTransferMode === 'STREAM' ? 'response-streaming-invocations' : 'invocations';
  return {
    'x-amazon-apigateway-integration': {
      type: 'aws_proxy',
      httpMethod: 'POST',
      uri: {
        'Fn::Join': [
          '',
          ['arn:aws:apigateway:local:lambda:path/functions/', { 'Fn::GetAtt': [fn, 'Arn'] }, `/${invocation}`],
        ],
      },
      ...integration,
    },
  };
}
