import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { DataKey } from '#shared/runtime/data-key.ts';
import { Keyring } from '#shared/runtime/keyring.ts';
import { type BenchmarkRun, within } from './support/measurement.ts';

const ROUNDS = 15;
const CALLS = 2_000;
const BYTES = 1_000;
/** A request waits some milliseconds for each read of the table. */
const MAX_MICROSECONDS = 500;

/**
 * What a sealed value costs. Each has a key of its own, derived when it is sealed and when it is opened. The comparison
 * is the same encryption with one key that is kept, as the service sealed before. The fastest round counts, because
 * other load on the machine can only slow one down.
 */
export const sealing: BenchmarkRun = async (say) => {
  const keyring = new Keyring({ dataKeys: [new DataKey(1, randomBytes(32))], reload: async () => {} });
  const [key, text] = [randomBytes(32), 'x'.repeat(BYTES)];
  const contextOf = (call: number) => `IDEMP#${'a'.repeat(43)}/${'b'.repeat(43)}${call}`;
  const sealed = Array.from({ length: CALLS }, (_, call) => keyring.seal('idempotency', contextOf(call), text));
  const kept = Array.from({ length: CALLS }, (_, call) => encrypt(key, contextOf(call), text));
  say(`${ROUNDS} × ${CALLS} values of ${BYTES} bytes`);
  const times = { seal: [], open: [], keptSeal: [], keptOpen: [] } as Record<string, number[]>;
  for (let round = 0; round < ROUNDS; round++) {
    times.seal?.push(await timed((call) => keyring.seal('idempotency', contextOf(call), text)));
    times.keptSeal?.push(await timed((call) => encrypt(key, contextOf(call), text)));
    times.open?.push(await timed((call) => keyring.open('idempotency', contextOf(call), sealed[call] ?? '')));
    times.keptOpen?.push(await timed((call) => decrypt(key, contextOf(call), kept[call] ?? '')));
  }
  const row = (claim: string, name: string) => within(claim, Math.min(...(times[name] ?? [])), MAX_MICROSECONDS, 'µs');
  return [
    row('seal a value, with its own key', 'seal'),
    row('  the same with one kept key', 'keptSeal'),
    row('open a value, with its own key', 'open'),
    row('  the same with one kept key', 'keptOpen'),
  ];
};

/** Microseconds for one call. */
async function timed(work: (call: number) => unknown): Promise<number> {
  const started = performance.now();
  for (let call = 0; call < CALLS; call++) await work(call);
  return ((performance.now() - started) * 1000) / CALLS;
}

function encrypt(key: Uint8Array, context: string, text: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
}

function decrypt(key: Uint8Array, context: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 });
  decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
}
