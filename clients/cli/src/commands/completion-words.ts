import type { CommonOptions, Context } from '../context.ts';
import { clientOf } from '../context.ts';

/** A shell waits for this while a person types, so it gets nothing rather than something late. */
const DEADLINE_MS = 1_000;
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
  options: CommonOptions & { readonly agent?: string },
): Promise<readonly string[]> {
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(DEADLINE_MS)]);
  try {
    const client = clientOf(context, options, { maxRetries: 0, timeoutMs: DEADLINE_MS });
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
