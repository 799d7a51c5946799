import type { CommonOptions, Context } from '../context.ts';
import { clientOf } from '../context.ts';
import { UsageError } from '../usage-error.ts';

/** A shell waits for this while a person types, so it gets nothing rather than something late. */
export const USUAL_SECONDS = 1;
const MAX_TIMEOUT_MS = 60_000;
const NEWEST = 50;
/** Shells expand what they complete, so that a word with any other character could run a command. */
const HARMLESS = /^[a-z0-9][a-z0-9_-]*$/i;

/** What a completion script asks for: the handles of the agents, or the ids of an agent's newest emails. */
type WordKind = 'handles' | 'messages';

export function isWordKind(given: string): given is WordKind {
  return given === 'handles' || given === 'messages';
}

/**
 * Words for a completion script, with one request at most for each list. Nothing if there is no key, no service, or no
 * response in time: an error would appear in the line that a person types.
 */
export async function completionWords(
  context: Context,
  kind: WordKind,
  options: CommonOptions & { readonly agent?: string; readonly timeout?: string },
): Promise<readonly string[]> {
  const timeoutMs = 1000 * Number(options.timeout ?? USUAL_SECONDS);
  if (!(timeoutMs > 0)) throw new UsageError(`--timeout: expected a number of seconds, got "${options.timeout}"`);
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(Math.min(timeoutMs, MAX_TIMEOUT_MS))]);
  try {
    const client = clientOf(context, options, { maxRetries: 0 });
    const call = { signal };
    const agents = async () => [...(await client.identities.list({ limit: NEWEST }, call).firstPage())];
    if (kind === 'handles') return (await agents()).map(({ handle }) => handle).filter((word) => HARMLESS.test(word));
    const { agent } = options;
    const identityId =
      agent === undefined || agent.startsWith('agt_')
        ? agent
        : (await agents()).find(({ handle }) => handle === agent)?.id;
    const messages = await client.mail.messages.list({ limit: NEWEST }, { ...call, identityId }).firstPage();
    return [...messages].map(({ id }) => id).filter((word) => HARMLESS.test(word));
  } catch {
    return [];
  }
}
