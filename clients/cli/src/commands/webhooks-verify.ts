import { verifyWebhook } from '../../../typescript/src/index.ts';
import type { HandCommand } from '../command.ts';
import { type CommonOptions, outputOf } from '../context.ts';
import { UsageError } from '../usage-error.ts';
import { readText } from '../values.ts';

interface VerifyOptions extends CommonOptions {
  readonly secret?: readonly string[];
  readonly secretFile?: readonly string[];
  readonly header?: readonly string[];
  readonly body?: string;
  readonly bodyFile?: string;
  readonly tolerance?: string;
}

/** Verifies a saved delivery. Needs no network and no key. */
export const webhooksVerify: HandCommand = {
  command: ['webhooks', 'verify'],
  title: 'Verify the signature of a delivery',
  text: 'Prints the event if the signature is genuine, and fails with the reason otherwise. Needs no key and no network.',
  arguments: [],
  options: [
    {
      flags: '--secret <secret...>',
      text: "The endpoint's secret; repeat it during a rotation.",
    },
    { flags: '--secret-file <path...>', text: 'Files with the secrets.' },
    { flags: '--header <name: value...>', text: "The request's headers: those of AID or of Standard Webhooks." },
    { flags: '--body <text>', text: 'The body exactly as it arrived.' },
    { flags: '--body-file <path>', text: 'The file with the body; - is standard input.' },
    { flags: '--tolerance <seconds>', text: 'How old the delivery may be; 300 by default.' },
  ],
  run(context, _args, options) {
    const given = options as VerifyOptions;
    const { header, tolerance } = given;
    const secrets = secretsOf(given);
    const body = given.bodyFile === undefined ? given.body : readText('--body-file', given.bodyFile);
    if (secrets.length === 0 || header === undefined || body === undefined) {
      throw new UsageError('--secret-file, --header and --body-file are required');
    }
    const seconds = Number(tolerance ?? 300);
    if (!(seconds >= 0)) throw new UsageError(`--tolerance: expected a number of seconds, got "${tolerance}"`);
    const event = verifyWebhook(body, Object.fromEntries(header.map(headerOf)), secrets, {
      toleranceSeconds: seconds,
    });
    outputOf(context, options).record(event);
  },
};

function secretsOf({ secret = [], secretFile = [] }: VerifyOptions): string[] {
  return [...secret, ...secretFile.map((path) => readText('--secret-file', path))].map((one) => one.trim());
}

function headerOf(given: string): [string, string] {
  const colon = given.indexOf(':');
  if (colon < 1) throw new UsageError(`--header: expected "name: value", got "${given}"`);
  return [given.slice(0, colon).trim().toLowerCase(), given.slice(colon + 1).trim()];
}
