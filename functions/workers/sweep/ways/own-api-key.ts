import { generateApiKey, hashApiKey } from '#shared/domain/organization/api-key.ts';
import { DAY } from '#shared/domain/time/time.ts';
import { functionNamed } from './function-ways.ts';
import { invokeFunction } from './invoke-function.ts';

/** After this time the sweep makes another key, a day before the row of this one expires. */
const KEY_MS = DAY;

let known: { readonly key: Promise<string>; readonly until: number } | undefined;

/**
 * The key by which the sweep calls the API, of an organization of its own. It is made in this process and never leaves
 * it: the table has its hash.
 */
export function ownApiKey(now: number, signal: AbortSignal): Promise<string> {
  if (known === undefined || known.until <= now) {
    const made = { key: issue(signal), until: now + KEY_MS };
    known = made;
    made.key.catch(() => {
      if (known === made) known = undefined;
    });
  }
  return known.key;
}

/** Makes another key at the next call: the API has refused this one, for example after a restore of the table. */
export function forgetApiKey(): void {
  known = undefined;
}

async function issue(signal: AbortSignal): Promise<string> {
  const key = generateApiKey('org');
  await invokeFunction(functionNamed('http-accounts'), { readsTable: false, keyHash: hashApiKey(key) }, signal);
  return key;
}
