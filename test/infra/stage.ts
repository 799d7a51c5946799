import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Template } from 'aws-cdk-lib/assertions';
import { Stack } from 'aws-cdk-lib/core';
import { AidApp } from '#lib/aid-app.ts';
import { readConfig } from '#lib/config.ts';
import { HttpApi } from '#lib/constructs/http-api.ts';
import { RouteFunctions } from '#lib/constructs/route-functions.ts';
import { ALL_FUNCTION_NAMES } from '#lib/functions.ts';
import { DataStack } from '#lib/stacks/data.ts';
import { DomainsStack } from '#lib/stacks/domains.ts';
import { ServiceStack } from '#lib/stacks/service.ts';
import { makeTemporaryFolder } from '#local/state/temporary-folder.ts';
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
  const app = new AidApp({ config, outdir: join(folder, 'out') });
  return { config, app, assetRoot: standInBundles(join(folder, 'bundles')) };
}

/** The app of a stage with stub bundles, not yet synthesized. */
export function makeStage(environment: Record<string, string> = {}) {
  const { config, app, assetRoot } = makeApp(environment);
  const data = new DataStack(app, `aid-${config.stage}-data`, { config });
  const service = new ServiceStack(app, `aid-${config.stage}-service`, { config, data, assetRoot });
  const domains = config.domains && new DomainsStack(app, `aid-${config.stage}-domains`, { domains: config.domains });
  if (domains !== undefined) service.addStackDependency(domains);
  return { config, app, data, service, domains };
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

/** The template of a stack that has only the API of these routes and its functions. */
export function synthesizeApi(routes: readonly Route[]): Template {
  const { config, app, assetRoot } = makeApp({});
  const stack = new Stack(app, 'api');
  new HttpApi(stack, 'Http', { config, functions: new RouteFunctions(stack, 'Routes', { config, assetRoot, routes }) });
  return Template.fromStack(stack);
}

/** All resources of a type, with their logical ids. */
export function resourcesOf(template: Template, type: string): [string, Resource][] {
  return Object.entries(template.findResources(type) as Record<string, Resource>);
}

export interface Statement {
  Effect: string;
  Action: string | string[];
  Resource: unknown;
  Condition?: Record<string, Record<string, unknown>>;
}

/** Every statement of every role's policy, with the logical id of the policy. */
export function statementsOf(template: Template): { policy: string; statement: Statement; actions: string[] }[] {
  return resourcesOf(template, 'AWS::IAM::Policy').flatMap(([policy, { Properties }]) =>
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
