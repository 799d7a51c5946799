import { createRequire } from 'node:module';
import { App, Validations } from 'aws-cdk-lib/core';
import type { AwsSolutionsChecks } from 'cdk-nag';
import type { StageConfig } from './config.ts';

/**
 * Behaviour of the CDK that newer apps choose. Here and not in cdk.json, so that an assembly is the same whether the
 * CDK's command line made it or the app was run by itself.
 */
const FEATURE_FLAGS = {
  '@aws-cdk/core:enablePartitionLiterals': true,
  '@aws-cdk/aws-iam:minimizePolicies': true,
  '@aws-cdk/aws-s3:serverAccessLogsUseBucketPolicy': true,
  '@aws-cdk/aws-sns-subscriptions:restrictSqsDescryption': true,
  '@aws-cdk/aws-kms:applyImportedAliasPermissionsToPrincipal': true,
  // What the data stack exports cannot be taken away from under the service stack.
  '@aws-cdk/core:defaultCrossStackReferences': 'strong',
  'aws:cdk:enable-path-metadata': true,
  // Templates name the asset folder of each function: that is how the local profile finds the bundle.
  'aws:cdk:enable-asset-metadata': true,
} as const;

export interface AidAppProps {
  readonly config: StageConfig;
  readonly outdir?: string;
}

/**
 * The app and what holds for all of it: no rule of cdk-nag's AwsSolutions pack may be broken without a written
 * reason, or there is no assembly. The local profile deploys nothing and starts in a hurry, so it skips the checks:
 * they judge the same templates at every `npm run synth`.
 */
export class AidApp extends App {
  constructor({ config, outdir }: AidAppProps) {
    const checked = config.profile === 'aws';
    super({
      outdir: outdir ?? process.env.CDK_OUTDIR ?? 'cdk.out',
      postCliContext: FEATURE_FLAGS,
      analyticsReporting: false,
      treeMetadata: checked,
      stackTraces: false,
      builtinCloudFormationValidation: checked,
    });
    if (checked) Validations.of(this).addPlugins(new (loadChecks())(this));
  }
}

/** Loaded on demand: reading the rules takes longer than the rest of a local synthesis. */
function loadChecks(): typeof AwsSolutionsChecks {
  return (createRequire(import.meta.url)('cdk-nag') as { AwsSolutionsChecks: typeof AwsSolutionsChecks })
    .AwsSolutionsChecks;
}
