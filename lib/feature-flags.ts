import type { Stack } from 'aws-cdk-lib/core';
import cdkJson from '../cdk.json' with { type: 'json' };
import { OF_OPERATORS } from './cdk-context.ts';

/**
 * The feature flags of the CDK that change our templates. All others are in cdk.json, where they change nothing: they
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

/**
 * Sets the feature flags of a stack, whatever the app says that it belongs to. A stage then has the same templates in
 * an app of its own, from the CDK's command line, and in the app of a company.
 *
 * @param stack one without constructs: they read the flags when they are made.
 */
export function setFeatureFlags(stack: Stack): void {
  for (const [flag, value] of Object.entries({ ...cdkJson.context, ...FEATURE_FLAGS })) {
    if (!OF_OPERATORS.includes(flag)) stack.node.setContext(flag, value);
  }
}
