import { type Environment, Stack, type StackProps, Token } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import type { StageConfig } from '../config.ts';
import { dataStackNameOf, domainsStackNameOf, serviceStackNameOf } from '../settings.ts';
import { DataStack } from './data.ts';
import { DomainsStack } from './domains.ts';
import { ServiceStack } from './service.ts';

export interface StageStacksProps {
  readonly config: StageConfig;
  /** The account and region; by default those of the stack around, or else those that deploy. */
  readonly env?: Environment | undefined;
  /** The folder that holds one bundle folder for each function. */
  readonly assetRoot: string;
}

export interface StageStacks {
  readonly data: DataStack;
  readonly service: ServiceStack;
  /** Present if the stage has domain names. */
  readonly domains: DomainsStack | undefined;
}

/**
 * Adds the stacks of a stage to an app, to a stage of a pipeline, or below a stack. Their names are fixed, because
 * operators' tools find them by name. They begin with that of the stage, so two stages of one account and region need
 * two names.
 */
export function addStageStacks(scope: Construct, { config, assetRoot, env }: StageStacksProps): StageStacks {
  const around = env ?? environmentAround(scope);
  const named = (stackName: string): StackProps => ({ stackName, ...(around !== undefined && { env: around }) });
  const names = { data: dataStackNameOf(config), service: serviceStackNameOf(config) };
  const data = new DataStack(scope, names.data, { ...named(names.data), config });
  const service = new ServiceStack(scope, names.service, { ...named(names.service), config, data, assetRoot });
  if (config.domains === undefined) return { data, service, domains: undefined };
  const name = domainsStackNameOf(config);
  const domains = new DomainsStack(scope, name, { ...named(name), config, domains: config.domains });
  service.addStackDependency(domains);
  return { data, service, domains };
}

/** The account and region of the stack that a construct is in, as far as they are known. */
function environmentAround(scope: Construct): Environment | undefined {
  const stack = scope.node.scopes.findLast(Stack.isStack);
  if (stack === undefined) return undefined;
  const { account, region } = stack;
  return {
    ...(!Token.isUnresolved(account) && { account }),
    ...(!Token.isUnresolved(region) && { region }),
  };
}
