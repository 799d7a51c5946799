import { randomUUID } from 'node:crypto';
import { KeyStore } from '#local/emulators/keys/key-store.ts';
import { rotateDataKey } from '#scripts/ops/data-key-rotation.ts';
import type { Table } from '#shared/data/table-client.ts';
import { StageKeyring, type StageKeyService } from '#shared/runtime/stage-keyring.ts';

const KEY_ARN = 'arn:aws:kms:eu-central-1:000000000000:key/application';

/** The key service of the local profile. It counts its calls, and fails on demand. */
class CountedStageKeyService implements StageKeyService {
  readonly #store = new KeyStore({ dir: '', ephemeral: true });
  generated = 0;
  unwrapped = 0;
  failure: Error | undefined;

  async generateWrapped(context: Record<string, string>) {
    this.generated += 1;
    const bytes = crypto.getRandomValues(new Uint8Array(32));
    return this.#store.encrypt(KEY_ARN, bytes, context).toString('base64');
  }

  async unwrap(wrapped: string, context: Record<string, string>) {
    this.unwrapped += 1;
    if (this.failure !== undefined) throw this.failure;
    return this.#store.decrypt(Buffer.from(wrapped, 'base64'), context).plaintext;
  }
}

/** A stage with a clock, the functions that use its keyring, and the command that replaces its data key. */
export function makeStage(engine: { readonly table: Table }, clock = { now: Date.now() }) {
  const stage = `test-${randomUUID()}`;
  const keyService = new CountedStageKeyService();
  return {
    stage,
    keyService,
    clock,
    /** A function that has just started: it knows no data key. `behind`: milliseconds by which its clock is late. */
    startFunction: (behind = 0) =>
      new StageKeyring({
        table: () => engine.table,
        keyService,
        stage: () => stage,
        now: () => clock.now - behind,
      }),
    rotate: () => rotateDataKey({ table: engine.table, keyService }, stage, clock.now),
  };
}
