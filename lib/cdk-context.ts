import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** The qualifier of a bootstrap, which is part of the names of its roles, its bucket and its parameter. */
export const BOOTSTRAP_QUALIFIER = '@aws-cdk/core:bootstrapQualifier';

/** That of `cdk bootstrap` without an option. See: AWS CDK developer guide, Bootstrapping. */
export const DEFAULT_QUALIFIER = 'hnb659fds';

/** The keys of the CDK's context by which operators fit a stage into their account. */
export const OF_OPERATORS: readonly string[] = [BOOTSTRAP_QUALIFIER, '@aws-cdk/core:permissionsBoundary'];

const ROOT = join(import.meta.dirname, '..');

/** Where the CDK's command line reads its context. A later file takes precedence. */
const FILES = [join(homedir(), '.cdk.json'), join(ROOT, 'cdk.json')];

/**
 * What operators have written into the context of the CDK. Its command line passes that to the app, and a run of the
 * app alone, and the preflight, read it here.
 */
export function operatorContext(files: readonly string[] = FILES): Readonly<Record<string, unknown>> {
  const found = files.flatMap((file) => Object.entries(contextIn(file)));
  return Object.fromEntries(found.filter(([key]) => OF_OPERATORS.includes(key)));
}

/** The qualifier of the bootstrap that a deployment uses, by the context of the CDK. */
export function qualifierIn(context: Readonly<Record<string, unknown>>): string {
  const value = context[BOOTSTRAP_QUALIFIER];
  return typeof value === 'string' && value !== '' ? value : DEFAULT_QUALIFIER;
}

function contextIn(file: string): Record<string, unknown> {
  if (!existsSync(file)) return {};
  return (JSON.parse(readFileSync(file, 'utf8')) as { context?: Record<string, unknown> }).context ?? {};
}
