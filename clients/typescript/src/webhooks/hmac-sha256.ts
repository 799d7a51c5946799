const BLOCK_BYTES = 64;

/** The first 64 primes. */
const PRIMES: number[] = [];
for (let n = 2; PRIMES.length < 64; n += 1) if (PRIMES.every((prime) => n % prime !== 0)) PRIMES.push(n);

/** The first 32 bits of the fractional part of a root. */
const fraction = (prime: number, exponent: number): number => ((prime ** exponent % 1) * 2 ** 32) | 0;

const START = PRIMES.slice(0, 8).map((prime) => fraction(prime, 1 / 2));
const ROUNDS = PRIMES.map((prime) => fraction(prime, 1 / 3));

/** Rotates a word of 32 bits to the right. */
const rotate = (word: number, bits: number): number => (word >>> bits) | (word << (32 - bits));

/**
 * HMAC-SHA256 of a message that is given in parts. It is written out because that of the platforms is asynchronous: a
 * receiver that forgets to wait for a verification would accept everything.
 *
 * See: RFC 2104; FIPS 180-4.
 */
export function hmacSha256(key: Uint8Array, ...parts: readonly Uint8Array[]): Uint8Array {
  const block = new Uint8Array(BLOCK_BYTES);
  block.set(key.length > BLOCK_BYTES ? sha256([key]) : key);
  const padded = (byte: number) => block.map((one) => one ^ byte);
  return sha256([padded(0x5c), sha256([padded(0x36), ...parts])]);
}

function sha256(parts: readonly Uint8Array[]): Uint8Array {
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
  const state = Int32Array.from(START);
  for (let start = 0; start < message.length; start += BLOCK_BYTES) addBlock(state, view, start);
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, index) => {
    digest.setInt32(index * 4, word);
  });
  return new Uint8Array(digest.buffer);
}

function addBlock(state: Int32Array, view: DataView, start: number): void {
  const words = new Int32Array(64);
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let i = 0; i < 64; i += 1) {
    const early = words[i - 15] ?? 0;
    const late = words[i - 2] ?? 0;
    const word =
      i < 16
        ? view.getInt32(start + i * 4)
        : ((words[i - 16] ?? 0) +
            (rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3)) +
            (words[i - 7] ?? 0) +
            (rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10))) |
          0;
    words[i] = word;
    const choice = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const first = (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + choice + (ROUNDS[i] ?? 0) + word) | 0;
    const second = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + majority) | 0;
    [a, b, c, d, e, f, g, h] = [(first + second) | 0, a, b, c, (d + first) | 0, e, f, g];
  }
  [a, b, c, d, e, f, g, h].forEach((word, index) => {
    state[index] = (state[index] ?? 0) + word;
  });
}
