const BLOCK_BYTES = 64;

/** The first 64 primes. */
const PRIMES: number[] = [];
for (let n = 2; PRIMES.length < 64; n += 1) if (PRIMES.every((prime) => n % prime !== 0)) PRIMES.push(n);

/** The first 32 bits of the fractional part of a root of each prime. */
const fractions = (exponent: number): Int32Array =>
  Int32Array.from(PRIMES, (prime) => (prime ** exponent % 1) * 2 ** 32);

const START = fractions(1 / 2).subarray(0, 8);
const ROUNDS = fractions(1 / 3);

/** Rotates a word of 32 bits to the right. */
const rotate = (word: number, bits: number): number => (word >>> bits) | (word << (32 - bits));

/**
 * HMAC-SHA256 of a message that is given in parts. It is implemented here because the platforms' version is
 * asynchronous: a receiver that forgets to await a verification would accept everything.
 *
 * See: RFC 2104; FIPS 180-4.
 */
export function hmacSha256(key: Uint8Array, ...parts: readonly Uint8Array[]): Uint8Array {
  const block = new Uint8Array(BLOCK_BYTES);
  block.set(key.length > BLOCK_BYTES ? sha256(key) : key);
  const padded = (byte: number) => block.map((one) => one ^ byte);
  return sha256(padded(0x5c), sha256(padded(0x36), ...parts));
}

function sha256(...parts: readonly Uint8Array[]): Uint8Array {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const message = new Uint8Array(Math.ceil((length + 9) / BLOCK_BYTES) * BLOCK_BYTES);
  let at = 0;
  for (const part of parts) {
    message.set(part, at);
    at += part.length;
  }
  message[length] = 0x80;
  const view = new DataView(message.buffer);
  view.setBigUint64(message.length - 8, BigInt(length) * 8n);
  const state = START.slice();
  for (let start = 0; start < message.length; start += BLOCK_BYTES) addBlock(state, view, start);
  state.forEach((word, index) => {
    view.setInt32(index * 4, word);
  });
  return message.subarray(0, 32);
}

function addBlock(state: Int32Array, view: DataView, start: number): void {
  const words = new Int32Array(64);
  const word = (index: number) => words[index] as number;
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (let i = 0; i < 64; i += 1) {
    const early = word(i - 15);
    const late = word(i - 2);
    words[i] =
      i < 16
        ? view.getInt32(start + i * 4)
        : word(i - 16) +
          (rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3)) +
          word(i - 7) +
          (rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10));
    const choice = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const first = h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + choice + (ROUNDS[i] as number) + word(i);
    const second = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + majority;
    [a, b, c, d, e, f, g, h] = [(first + second) | 0, a, b, c, (d + first) | 0, e, f, g];
  }
  for (const [index, sum] of [a, b, c, d, e, f, g, h].entries()) state[index] = (state[index] as number) + sum;
}
