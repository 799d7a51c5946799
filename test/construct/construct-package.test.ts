import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { VERSION } from '#shared/domain/stage/release.ts';
import { mustRun } from '../support/tools/run-command.ts';
import { ConstructProject, ownTemplates } from './support/packed-construct.ts';

const TSC = join(import.meta.dirname, '..', '..', 'node_modules', '.bin', 'tsc');

let project: ConstructProject;

beforeAll(async () => {
  project = await ConstructProject.create();
});

afterAll(() => project?.remove());

/** An app with these statements, which find `app`; it is written to a folder with its own name. */
function write(name: string, statements: string): string {
  return project.write(
    `${name}.mjs`,
    `import { AidService, AidStage, ConfigError } from 'aid-stack-cdk';
import { App, Aspects, Stack, Tags } from 'aws-cdk-lib';
const app = new App({ outdir: '${name}' });
${statements}
app.synth();
`,
  );
}

const ALL = {
  stage: 'prod',
  mailDomain: 'agents.example.com',
  console: true,
  apiDomain: 'api.example.com',
  apiCertificate: 'arn:aws:acm:eu-central-1:111122223333:certificate/1',
  hostedZone: 'Z1234',
  limits: { verifiedAgents: 500 },
  accountConcurrency: 1000,
  release: 'canary',
};

test('The package has the version of the service', () => {
  const { version } = JSON.parse(readFileSync(join(project.folder, 'node_modules/aid-stack-cdk/package.json'), 'utf8'));
  expect(version).toBe(VERSION);
});

test('The construct in an empty app makes the templates of npm run synth with the same settings', async () => {
  const program = write('same', `new AidService(app, 'Aid', ${JSON.stringify(ALL)});`);
  expect(await project.run(program)).toMatchObject({ code: 0 });
  const own = await ownTemplates({
    AID_STAGE: 'prod',
    AID_MAIL_DOMAIN: 'agents.example.com',
    AID_CONSOLE: 'true',
    AID_API_DOMAIN: 'api.example.com',
    AID_API_CERTIFICATE: ALL.apiCertificate,
    AID_HOSTED_ZONE: 'Z1234',
    AID_LIMITS: '{"verifiedAgents":500}',
    AID_ACCOUNT_CONCURRENCY: '1000',
    AID_RELEASE: 'canary',
  });
  expect(Object.keys(own).toSorted()).toEqual(['aid-prod-data', 'aid-prod-domains', 'aid-prod-service']);
  expect(project.templates('same')).toEqual(own);
});

test('Flags that an app sets for its own stacks change nothing in those of the service', async () => {
  const flags = {
    '@aws-cdk/aws-iam:minimizePolicies': false,
    '@aws-cdk/core:enablePartitionLiterals': false,
    '@aws-cdk/aws-apigateway:logGroupDestinationArnWithoutWildcard': true,
    '@aws-cdk/aws-lambda:recognizeVersionProps': false,
  };
  const program = write(
    'flags',
    `const older = new App({ outdir: 'older', context: ${JSON.stringify(flags)} });
new AidService(older, 'Aid', ${JSON.stringify(ALL)});
older.synth();`,
  );
  expect(await project.run(program)).toMatchObject({ code: 0 });
  expect(project.templates('older')).toEqual(project.templates('same'));
});

test('A program that requires the package, in a stack of its own, gets the stacks of the service below it', async () => {
  const program = project.write(
    'below.cjs',
    `const { AidService } = require('aid-stack-cdk');
const { App, CfnOutput, Stack, Tags } = require('aws-cdk-lib');
const app = new App({ outdir: 'below' });
const env = { account: '111122223333', region: 'eu-west-1' };
const stack = new Stack(app, 'Platform', { env });
const aid = new AidService(stack, 'Aid', { mailDomain: 'agents.example.com' });
Tags.of(aid.service).add('team', 'platform');
console.log(aid.data.stackName, aid.service.region, aid.domains);
const { stacks } = app.synth();
for (const { displayName, environment } of stacks) console.log(displayName, environment.name);
`,
  );
  const { code, output } = await project.run(program);
  expect(code, output).toBe(0);
  expect(output.trim().split('\n')).toEqual([
    'aid-dev-data eu-west-1 undefined',
    expect.stringMatching(/^Platform aws:\/\/111122223333\/eu-west-1$/),
    expect.stringMatching(/^Platform\/aid-dev-data .*aws:\/\/111122223333\/eu-west-1$/),
    expect.stringMatching(/^Platform\/aid-dev-service .*aws:\/\/111122223333\/eu-west-1$/),
  ]);
  const table = Object.values(project.templates('below')['aid-dev-service']?.Resources ?? {});
  const functions = table.filter(({ Type }) => Type === 'AWS::Lambda::Function');
  expect(functions.length).toBeGreaterThan(10);
  for (const { Properties } of functions) {
    expect(Properties.Tags).toContainEqual({ Key: 'team', Value: 'platform' });
  }
});

test('Two stages of one account, one of them in a pipeline, have no physical name in common', async () => {
  const program = write(
    'two',
    `const env = { account: '111122223333', region: 'eu-central-1' };
new AidService(app, 'Staging', { stage: 'staging', mailDomain: 'staging.example.com', console: true, env });
new AidStage(app, 'Prod', { stage: 'prod', mailDomain: 'agents.example.com', console: true, env });`,
  );
  expect(await project.run(program)).toMatchObject({ code: 0 });
  const templates = project.templates('two');
  expect(Object.keys(templates).toSorted()).toEqual([
    'aid-prod-data',
    'aid-prod-service',
    'aid-staging-data',
    'aid-staging-service',
  ]);
  const names = Object.values(templates).map(namesIn);
  for (const own of names) expect(own.size).toBeGreaterThan(3);
  const all = names.flatMap((own) => [...own]);
  expect(all.filter((name, index) => all.indexOf(name) !== index)).toEqual([]);
});

/** The names by which the resources of a template are known in their account and region, each with its type. */
function namesIn({ Resources }: { Resources: Record<string, { Type: string; Properties?: object }> }): Set<string> {
  const names = new Set<string>();
  for (const { Type, Properties = {} } of Object.values(Resources)) {
    for (const [property, value] of Object.entries(Properties)) {
      if (NAMING.test(property) && typeof value === 'string' && !PARTS.has(Type)) names.add(`${Type} ${value}`);
    }
  }
  return names;
}

const NAMING = /^(?:Name|EmailIdentity|(?!Metric)\w+Name)$/;

/** Types with names that count only in the resource that they belong to. */
const PARTS = new Set(['AWS::ApiGateway::Stage', 'AWS::ApiGatewayV2::Stage', 'AWS::Lambda::Alias', 'AWS::IAM::Policy']);

test('A setting that is not valid is named as the program has it', async () => {
  const program = write(
    'wrong',
    `for (const settings of [{}, { mailDomain: 'Agents' }, { mailDomain: 'a.example', sesRate: 0 },
  { mailDomain: 'a.example', apiDomain: 'api.example.com' }, { mailDomain: 'a.example', limits: { agents: 5 } }]) {
  try {
    new AidService(app, JSON.stringify(settings), settings);
  } catch (error) {
    console.log(error instanceof ConfigError, error.message);
  }
}`,
  );
  const { output } = await project.run(program);
  expect(output.split('\n').map((line) => line.slice(0, 60))).toEqual([
    expect.stringMatching(/^true mailDomain: expected a domain of yours/),
    'true mailDomain: expected a domain name in lower case',
    'true sesRate: expected a whole number from 1 to 3000',
    expect.stringMatching(/^true apiCertificate: expected with apiDomain/),
    expect.stringMatching(/^true limits: unknown key "agents"/),
    '',
  ]);
});

test('The types of the package compile in strict mode, for modules of both kinds', async () => {
  const text = `import { AidService, AidStage, type AidServiceProps } from 'aid-stack-cdk';
import { App, Stack } from 'aws-cdk-lib';
const props: AidServiceProps = { mailDomain: 'agents.example.com', sesRate: 14, release: 'canary' };
const app = new App();
const aid: AidService = new AidService(app, 'Aid', props);
const service: Stack = aid.service;
new AidStage(app, 'Prod', { ...props, stage: 'prod', env: { region: service.region } });
new AidService(app, 'Other', { variables: { AID_MAIL_DOMAIN: 'agents.example.com' } });
// @ts-expect-error a mail domain is missing
new AidService(app, 'Missing', { sesRate: 14 });
// @ts-expect-error there is no such setting
new AidService(app, 'Unknown', { mailDomain: 'agents.example.com', sesRates: 14 });
`;
  project.write('app.mts', text);
  project.write('app.cts', text);
  const compilerOptions = {
    target: 'es2022',
    module: 'nodenext',
    types: [],
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    // The declarations of the CDK are not ours.
    skipLibCheck: true,
  };
  const tsconfig = project.write(
    'tsconfig.json',
    JSON.stringify({
      compilerOptions,
      files: ['app.mts', 'app.cts', 'node_modules/aid-stack-cdk/dist/lib/index.d.ts'],
    }),
  );
  await mustRun(TSC, ['--project', tsconfig], { cwd: project.folder });
});
