import { join } from 'node:path';

/**
 * Bundles the functions and synthesizes the app for AWS, with cdk-nag and the schemas of CloudFormation, as `npm run
 * synth` does. The settings that have no default get an example, those of domains too, and the output has its own folder, so that no one
 * deploys it by mistake.
 */
const certificateArn = 'arn:aws:acm:eu-central-1:111122223333:certificate/12345678-1234-1234-1234-123456789012';
const EXAMPLES = {
  AID_MAIL_DOMAIN: 'agents.example.com',
  AID_API_DOMAIN: 'api.example.com',
  AID_API_CERTIFICATE: certificateArn,
  AID_SOCKET_DOMAIN: 'sockets.example.com',
  AID_SOCKET_CERTIFICATE: certificateArn,
  AID_TUNNEL_DOMAIN: 'tunnels.example.net',
  AID_TUNNEL_CERTIFICATE: certificateArn,
  AID_HOSTED_ZONE: 'Z0123456789ABC',
};
for (const [name, value] of Object.entries(EXAMPLES)) process.env[name] ||= value;
process.env.CDK_OUTDIR = join(import.meta.dirname, '..', '..', '.build', 'checked.out');

await import('../bundle.ts');
if (process.exitCode === undefined) await import('../../bin/app.ts');
