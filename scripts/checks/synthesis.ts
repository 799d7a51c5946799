import { join } from 'node:path';

/**
 * Bundles the functions and synthesizes the app for AWS, with cdk-nag and the schemas of CloudFormation, as `npm run
 * synth` does. The settings that have no default get an example, and the output has its own folder, so that no one
 * deploys it by mistake.
 */
process.env.AID_MAIL_DOMAIN ||= 'agents.example.com';
process.env.CDK_OUTDIR = join(import.meta.dirname, '..', '..', '.build', 'checked.out');

await import('../bundle.ts');
if (process.exitCode === undefined) await import('../../bin/app.ts');
