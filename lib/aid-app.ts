import { createRequire } from 'node:module';
import { App, Validations } from 'aws-cdk-lib/core';
import type { AwsSolutionsChecks } from 'cdk-nag';
import type { StageConfig } from './config.ts';

export interface AidAppProps {
  readonly profile: StageConfig['profile'];
  readonly outdir?: string;
  /** Context of operators, for a run without the CDK's command line, which passes the same. */
  readonly context?: Readonly<Record<string, unknown>>;
}

/**
 * The app of a stage that is deployed by `npm run deploy`, or runs on one machine. A violation of cdk-nag's
 * AwsSolutions rules without a written reason fails the synthesis. The local profile deploys nothing and has to start
 * fast, so it skips the checks; `npm run synth` applies them to the same templates.
 */
export class AidApp extends App {
  constructor({ profile, outdir, context }: AidAppProps) {
    const checked = profile === 'aws';
    super({
      outdir: outdir ?? process.env.CDK_OUTDIR ?? 'cdk.out',
      ...(context && { context }),
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
