import { createRequire } from 'node:module';
import { App, Validations } from 'aws-cdk-lib/core';
import type { AwsSolutionsChecks } from 'cdk-nag';
import type { StageConfig } from './config.ts';

/**
 * The feature flags of the CDK that change our templates. They are here and not in cdk.json, so that the CDK's command
 * line and a run of the app alone make the same assembly. All others are in cdk.json, where they change nothing: they
 * have the recommended value, or the value of old apps where the recommended one would change a stage that is deployed.
 */
const FEATURE_FLAGS = {
  '@aws-cdk/core:enablePartitionLiterals': true,
  '@aws-cdk/aws-iam:minimizePolicies': true,
  '@aws-cdk/aws-s3:serverAccessLogsUseBucketPolicy': true,
  '@aws-cdk/aws-sns-subscriptions:restrictSqsDescryption': true,
  '@aws-cdk/aws-kms:applyImportedAliasPermissionsToPrincipal': true,
  // The data stack cannot remove an export that the service stack uses.
  '@aws-cdk/core:defaultCrossStackReferences': 'strong',
  // A version is published when the code or the configuration of a function changes, and only then.
  '@aws-cdk/aws-lambda:recognizeVersionProps': true,
  'aws:cdk:enable-path-metadata': true,
  // Templates name the asset folder of each function, by which the local profile finds the bundle.
  'aws:cdk:enable-asset-metadata': true,
} as const;

export interface AidAppProps {
  readonly config: StageConfig;
  readonly outdir?: string;
}

/**
 * The app. A violation of cdk-nag's AwsSolutions rules without a written reason fails the synthesis. The local profile
 * deploys nothing and has to start fast, so it skips the checks; `npm run synth` applies them to the same templates.
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
