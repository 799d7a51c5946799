import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Template } from 'aws-cdk-lib/assertions';
import { Stack } from 'aws-cdk-lib/core';
import { AidApp } from '#lib/aid-app.ts';
import { readConfig } from '#lib/config.ts';
import { HttpApi } from '#lib/constructs/http-api.ts';
import { RouteFunctions } from '#lib/constructs/route-functions.ts';
import { setFeatureFlags } from '#lib/feature-flags.ts';
import { ALL_FUNCTION_NAMES } from '#lib/functions.ts';
import { DataStack } from '#lib/stacks/data.ts';
import { addStageStacks } from '#lib/stacks/stage-stacks.ts';
import { makeTemporaryFolder } from '#local/state/temporary-folder.ts';
import { EXAMPLE_SETTINGS } from '#scripts/stage/example-settings.ts';
import type { Route } from '#shared/contract/route.ts';

/** One resource of a template, as plain JSON. */
export interface Resource {
  Type: string;
  // biome-ignore lint/suspicious/noExplicitAny: templates have as many shapes as there are resources
  Properties: any;
  DeletionPolicy?: string;
  DependsOn?: string[];
  UpdateReplacePolicy?: string;
}

/**
 * Skips the CDK's check against the schemas of CloudFormation: it runs at every `npm run synth`, and here it only costs
 * time.
 */
process.env.CDK_VALIDATION = 'false';

/** A bundle for each function that returns its name: the unit tests need no real ones. */
function standInBundles(folder: string): string {
  for (const name of ALL_FUNCTION_NAMES) {
    mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, name, 'index.mjs'), `export const handler = () => '${name}';\n`);
  }
  return folder;
}

/** An app in its own folder, with stub bundles. */
function makeApp(environment: Record<string, string>) {
  // Test files of one process share this module, so a file cannot remove what it made: the next process does.
  const folder = makeTemporaryFolder(tmpdir(), 'aid-infra');
  const config = readConfig({ AID_MAIL_DOMAIN: 'agents.example.com', ...environment });
  const app = new AidApp({ profile: config.profile, outdir: join(folder, 'out') });
  return { config, app, assetRoot: standInBundles(join(folder, 'bundles')) };
}

/**
 * Settings of stages that several files look at: each further set of settings costs its own synthesis. This one has
 * every setting of alarms, limits and extras, and none of names and releases.
 */
export const WITH_SETTINGS = {
  AID_ALARM_EMAIL: 'night@example.com',
  AID_ALARM_TOPIC: 'arn:aws:sns:eu-central-1:111122223333:pager',
  AID_ACCOUNT_CONCURRENCY: '1000',
  AID_WAIT_CONCURRENCY: '7',
  AID_DELIVERY_CONCURRENCY: '9',
  AID_STREAM_CONCURRENCY: '9',
  AID_INBOUND_CONCURRENCY: '20',
  AID_SEND_CONCURRENCY: '30',
  AID_MAIL_RETENTION_DAYS: '90',
  AID_API_RATE: '70',
  AID_OPEN_API_RATE: '3',
  AID_WEB_ACL_RATE: '1000',
  AID_SOCKET_RATE: '70',
  AID_HANDSHAKE_RATE: '7',
  AID_PUBLIC_URL: 'https://api.example.com',
  AID_BACKUP_VAULT: 'arn:aws:backup:eu-west-1:999988887777:backup-vault:aid-copies',
  AID_XRAY: 'true',
  AID_SIGNING_KEYS: 'kms',
} as const;

/** A stage with every name, a console, an address for alarms and a web ACL. */
export const EVERY_NAME = {
  ...EXAMPLE_SETTINGS,
  AID_ALARM_EMAIL: 'ops@example.com',
  AID_WEB_ACL_RATE: '1000',
} as const;

/** A stage with every alarm. */
export const WATCHED = { AID_ALARM_EMAIL: 'night@example.com', AID_ACCOUNT_CONCURRENCY: '1000' } as const;

/** A stage with another name, a console, every alarm for a topic of the operators alone, and releases by versions. */
export const PRODUCTION = {
  AID_STAGE: 'prod',
  AID_ALARM_TOPIC: 'arn:aws:sns:eu-central-1:111122223333:pager',
  AID_ACCOUNT_CONCURRENCY: '1000',
  AID_RUNBOOK_URL: 'https://wiki.example/runbook',
  AID_CONSOLE: 'true',
  AID_RELEASE: 'canary',
} as const;

/** A small and a large account, one of them without inbound mail. */
export const SMALL_ACCOUNT = {
  AID_ACCOUNT_CONCURRENCY: '400',
  AID_WAIT_CONCURRENCY: '1',
  AID_INBOUND_MAIL: 'false',
} as const;
export const LARGE_ACCOUNT = { AID_ACCOUNT_CONCURRENCY: '5000', AID_WAIT_CONCURRENCY: '100' } as const;

/** The app of a stage with stub bundles, not yet synthesized. */
export function makeStage(environment: Record<string, string> = {}) {
  const { config, app, assetRoot } = makeApp(environment);
  return { config, app, ...addStageStacks(app, { config, assetRoot }) };
}

type Synthesized = ReturnType<typeof makeStage> & { dataTemplate: Template; serviceTemplate: Template };

/** By their settings. The test files of one process share this module. */
const synthesized = new Map<string, Synthesized>();

/**
 * The templates of a stage. Each set of settings is synthesized once in a process, so what this returns is read only: a
 * test that changes a stage takes its own from `makeStage`.
 */
export function synthesize(environment: Record<string, string> = {}): Synthesized {
  const key = JSON.stringify(Object.entries(environment).sort());
  const known = synthesized.get(key);
  if (known !== undefined) return known;
  const stage = makeStage(environment);
  const dataTemplate = Template.fromStack(stage.data);
  const made = { ...stage, dataTemplate, serviceTemplate: Template.fromStack(stage.service) };
  synthesized.set(key, made);
  return made;
}

/** The template of the data of a stage, which needs no other stack. */
export function synthesizeData(environment: Record<string, string>): Template {
  const { config, app } = makeApp(environment);
  return Template.fromStack(new DataStack(app, 'data', { config }));
}

/** The template of a stack that has only the API of these routes and its functions. */
export function synthesizeApi(routes: readonly Route[]): Template {
  const { config, app, assetRoot } = makeApp({});
  const stack = new Stack(app, 'api');
  setFeatureFlags(stack);
  new HttpApi(stack, 'Http', { config, functions: new RouteFunctions(stack, 'Routes', { config, assetRoot, routes }) });
  return Template.fromStack(stack);
}

/** All resources of a type, with their logical ids. */
export function resourcesOf(template: Template, type: string): [string, Resource][] {
  return Object.entries(template.findResources(type) as Record<string, Resource>);
}

/** The logs of a stage and the days that each is kept: those of its data stack, and those that its guard creates. */
export function logsOf(stage: Pick<Synthesized, 'dataTemplate' | 'serviceTemplate'>): ReadonlyMap<string, number> {
  const declared = resourcesOf(stage.dataTemplate, 'AWS::Logs::LogGroup').map(
    ([, { Properties }]): [string, number] => [Properties.LogGroupName, Properties.RetentionInDays],
  );
  const [[, guard] = []] = resourcesOf(stage.serviceTemplate, 'Custom::AidLayout');
  const { Logs = [], LogRetentionDays } = guard?.Properties ?? {};
  return new Map([...declared, ...Logs.map((name: string): [string, number] => [name, Number(LogRetentionDays)])]);
}

export interface Statement {
  Effect: string;
  Action: string | string[];
  Resource: unknown;
  Condition?: Record<string, Record<string, unknown>>;
}

/** Every statement of every role's policies, with the logical id of the policy. A long one has a part of its own. */
export function statementsOf(template: Template): { policy: string; statement: Statement; actions: string[] }[] {
  const policies = ['AWS::IAM::Policy', 'AWS::IAM::ManagedPolicy'].flatMap((type) => resourcesOf(template, type));
  return policies.flatMap(([policy, { Properties }]) =>
    (Properties.PolicyDocument.Statement as Statement[]).map((statement) => ({
      policy,
      statement,
      actions: [statement.Action].flat(),
    })),
  );
}

/** The logical id behind a `Ref` or a `Fn::GetAtt`. */
export function targetOf(value: { Ref?: string; 'Fn::GetAtt'?: [string, string] }): string | undefined {
  return value.Ref ?? value['Fn::GetAtt']?.[0];
}
