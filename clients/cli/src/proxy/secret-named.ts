import type { Aid, Secret } from '../../../typescript/src/index.ts';
import { NotFoundError } from '../not-found-error.ts';
import { UsageError } from '../usage-error.ts';

export interface SecretCall {
  /** The agent that it is for, if the key belongs to an organization. */
  readonly identityId: string | undefined;
  readonly signal: AbortSignal;
}

const FORM = /^(name|id)=(.*)$/s;

/**
 * The secret that `name=<name>`, `id=<id>`, or either alone names. Throws `NotFoundError` if there is none, and
 * `UsageError` if several have the name.
 */
export async function secretNamed(client: Aid, given: string, { identityId, signal }: SecretCall): Promise<Secret> {
  const [, form, text = given] = FORM.exec(given) ?? [];
  if (text === '') throw new UsageError('--secret: expected name=<name> or id=<id>');
  if (/^sec_[0-9A-Z]+$/.test(text) || form === 'id') return client.vault.secrets.get(text, { signal });
  const found: Secret[] = [];
  for await (const secret of client.vault.secrets.list({}, { signal })) {
    const isTheirs = identityId === undefined || secret.identity_id === null || secret.identity_id === identityId;
    if (secret.name === text && isTheirs) found.push(secret);
  }
  const [first, ...others] = found;
  if (first === undefined) throw new NotFoundError(`no secret has the name ${text}; aid vault secrets list shows them`);
  if (others.length === 0) return first;
  throw new UsageError(
    `several secrets have the name ${text}: ${found.map(({ id }) => id).join(', ')}; name one by its id`,
  );
}
