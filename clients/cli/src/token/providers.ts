import { UsageError } from '../usage-error.ts';
import { anthropic } from './anthropic.ts';
import { aws } from './aws.ts';
import { entra } from './entra.ts';
import { gcp } from './gcp.ts';
import { openai } from './openai.ts';
import { openrouter } from './openrouter.ts';
import { flagOf, type Provider } from './provider.ts';

/** The providers of `--for`. */
const PROVIDERS: Readonly<Record<string, Provider>> = { aws, gcp, anthropic, openai, openrouter, entra };

const NAMES = Object.keys(PROVIDERS);

/** The option with which a command names a provider. */
export const FOR = { flags: '--for <provider>', text: `The provider: ${NAMES.join(', ')}.` };

/** The options of providers that also decide about an audience. */
export const OF_PROVIDER = {
  flags: '--provider <name>',
  text: 'gcp: projects/…/providers/…; openai: the id of the workload identity provider.',
};

/** The options that only providers take. */
export const OF_PROVIDERS = [
  OF_PROVIDER,
  { flags: '--role-arn <arn>', text: 'aws: the role. AWS_ROLE_ARN by default.' },
  { flags: '--region <region>', text: 'aws: the region of STS. AWS_REGION by default, or else the global endpoint.' },
  { flags: '--session-name <name>', text: 'aws: the name of the session, in CloudTrail; the agent’s id by default.' },
  { flags: '--duration-seconds <seconds>', text: 'aws: how long the credentials are valid; 3600 by default.' },
  { flags: '--service-account <id>', text: 'gcp (its email, to impersonate it), anthropic, openai.' },
  { flags: '--rule <id>', text: 'anthropic: the federation rule; openrouter: the federation policy.' },
  { flags: '--organization <id>', text: 'anthropic: the organization. ANTHROPIC_ORGANIZATION_ID by default.' },
  { flags: '--workspace <id>', text: 'anthropic: the workspace, if the rule has several.' },
  { flags: '--tenant <id>', text: 'entra: the directory. AZURE_TENANT_ID by default.' },
  { flags: '--client-id <id>', text: 'entra: the application. AZURE_CLIENT_ID by default.' },
  { flags: '--scope <scope>', text: 'entra: what the access token is for; https://graph.microsoft.com/.default.' },
  { flags: '--endpoint <url>', text: 'Another address of the token endpoint: a private endpoint, or another cloud.' },
] as const;

/** The names of these options, in camel case, as commander collects them. */
const OPTION_NAMES = OF_PROVIDERS.map(({ flags }) =>
  flags.slice(2, flags.indexOf(' ')).replace(/-([a-z])/g, (_dash, letter: string) => letter.toUpperCase()),
);

/**
 * The provider that an option names, if any. Throws `UsageError` if it is not known, or if options are given that it
 * does not take.
 */
export function providerOf(options: Readonly<Record<string, unknown>>): Provider | undefined {
  const { for: name } = options;
  const provider = typeof name === 'string' && Object.hasOwn(PROVIDERS, name) ? PROVIDERS[name] : undefined;
  if (name !== undefined && provider === undefined) {
    throw new UsageError(`--for: expected ${NAMES.join(', ')}, got "${name}"`);
  }
  const wrong = OPTION_NAMES.find((option) => options[option] !== undefined && !hasOption(provider, option));
  if (wrong === undefined) return provider;
  const takers = NAMES.filter((one) => hasOption(PROVIDERS[one], wrong));
  throw new UsageError(`${flagOf(wrong)} needs --for ${takers.join(' or ')}`);
}

function hasOption(provider: Provider | undefined, option: string): boolean {
  return provider !== undefined && Object.hasOwn(provider.options, option);
}
