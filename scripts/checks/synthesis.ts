import { join } from 'node:path';
import { EXAMPLE_SETTINGS } from '../stage/example-settings.ts';

/**
 * Bundles the functions and synthesizes the app for AWS, with cdk-nag and the schemas of CloudFormation, as `npm run
 * synth` does. The settings that have no default get an example, and the output has its own folder, so that no one
 * deploys it by mistake.
 */
for (const [name, value] of Object.entries(EXAMPLE_SETTINGS)) process.env[name] ||= value;
process.env.CDK_OUTDIR = join(import.meta.dirname, '..', '..', '.build', 'checked.out');

await import('../bundle.ts');
if (process.exitCode === undefined) await import('#bin/app.ts');
