import { AidError, ConnectionError } from '../../typescript/src/index.ts';
import { type CommonOptions, type Context, profileName, storedProfile } from './context.ts';

/** An error of the service or the network, with the way out that only the command line knows. */
export class AdvisedError extends Error {
  override readonly name = 'AdvisedError';
  readonly error: AidError;
  readonly advice: string;

  constructor(error: AidError, advice: string) {
    super(error.message, { cause: error });
    this.error = error;
    this.advice = advice;
  }
}

/** Runs a command. Its errors get a way out where there is one: throws `AdvisedError` for them. */
export async function advised(
  context: Context,
  options: CommonOptions & { readonly agent?: string },
  work: () => Promise<void> | void,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    const advice = error instanceof AidError ? adviceOn(error, context, options) : undefined;
    throw advice === undefined ? error : new AdvisedError(error as AidError, advice);
  }
}

function adviceOn(
  error: AidError,
  context: Context,
  options: CommonOptions & { readonly agent?: string },
): string | undefined {
  if (error instanceof ConnectionError) return 'check the address (--url, AID_URL or aid login); aid doctor says more';
  if (error.code === 'auth.unauthorized') return adviceOnKey(context, options);
  if (error.code === 'identity_token.audience') {
    return 'an org key allows it: aid identity-tokens allow --audience <audience>, or --for <provider>';
  }
  if (options.agent === undefined && error.message.includes(NEEDS_AGENT)) {
    return 'the key is an org key: name the agent with --agent <id-or-handle>; aid agents list shows them';
  }
  return undefined;
}

/** How the service refuses an org key where an agent is not named. See: docs/contract/identities.md#me. */
const NEEDS_AGENT = '(me is the identity of an agent key)';

function adviceOnKey(context: Context, options: CommonOptions): string {
  const name = profileName(context, options);
  if (options.key !== undefined) return 'check the key of --key, and that the address is that of its service';
  if (context.environment.AID_KEY !== undefined) return 'check AID_KEY, and that the address is that of its service';
  if (storedProfile(context, options) === undefined) return 'no key is stored: run aid login, or set AID_KEY or --key';
  return `the key of the profile ${name} was revoked or has expired: run aid login${name === 'default' ? '' : ` --profile ${name}`}`;
}
