import { join } from 'node:path';
import type { Environment, Stack } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { type AidSettings, settingNameOf, variablesOf } from './aid-settings.ts';
import { BUNDLE_ROOT } from './bundles.ts';
import { readConfig, type StageConfig } from './config.ts';
import { ConfigError } from './config-error.ts';
import { addStageStacks } from './stacks/stage-stacks.ts';

/** Where the stacks are deployed to. */
interface Place {
  /** The account and region; by default those of the stack around, or else those that deploy. */
  readonly env?: Environment;
}

/** The settings of the service, and where it is deployed to. */
export interface AidServiceProps extends AidSettings, Place {}

/** The same as variables, as a shell has them. Those that do not begin with `AID_` are left alone. */
export interface AidVariables extends Place {
  readonly variables: Readonly<Record<string, string | undefined>>;
}

/** The bundles that `npm run bundle` writes. The package has them at the same place, seen from its folder `lib`. */
const BUNDLES = join(import.meta.dirname, '..', BUNDLE_ROOT);

/**
 * The whole service, for an app of one's own. It adds two stacks to the scope, or three with domain names: one with
 * everything that has data, one with everything that can be deleted and created again. They are deployed like all
 * others of the app. Two services in one account and region need two stages.
 *
 * A setting that is not valid throws a `ConfigError`, which names it.
 *
 * @example new AidService(app, 'Aid', { stage: 'prod', mailDomain: 'agents.example.com', env });
 *
 * See: docs/deployment.md#in-an-app-of-your-own; docs/decisions/0079-an-exported-construct.md.
 */
export class AidService extends Construct {
  /** The stack with the data, which is kept. */
  readonly data: Stack;
  /** The stack that can be deleted and created again. Its outputs are the addresses of the service. */
  readonly service: Stack;
  /** The stack with the domain names, if there are any. */
  readonly domains: Stack | undefined;

  constructor(scope: Construct, id: string, { env, ...props }: AidServiceProps | AidVariables) {
    super(scope, id);
    const config = 'variables' in props ? readConfig(props.variables) : configOf(props);
    const stacks = addStageStacks(scope, { config, env, assetRoot: BUNDLES });
    this.data = stacks.data;
    this.service = stacks.service;
    this.domains = stacks.domains;
  }
}

/** Reads settings, and says what is wrong with them by their own names. */
function configOf(settings: AidSettings): StageConfig {
  try {
    return readConfig(variablesOf(settings));
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new ConfigError(error.message.replace(/\bAID_[A-Z_]+/g, settingNameOf));
  }
}
