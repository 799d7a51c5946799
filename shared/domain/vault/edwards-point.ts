/**
 * Checks of Ed25519 public keys that a signature library does not make: OpenSSL accepts points of low order, for which
 * one signature is valid for many messages, and two encodings of some points.
 *
 * See: RFC 8032, section 5.1.3 (decoding).
 */
const P = 2n ** 255n - 19n;
const D = mod(-121_665n * power(121_666n, P - 2n));
const SQRT_MINUS_ONE = power(2n, (P - 1n) / 4n);

const ENCODED_BYTES = 32;

/** A point as X/Z and Y/Z. */
interface ProjectivePoint {
  x: bigint;
  y: bigint;
  z: bigint;
}

/** Whether the bytes are the canonical encoding of a point of the curve that is not of low order. */
export function isStrongPoint(bytes: Uint8Array): boolean {
  let point = decode(bytes);
  if (point === undefined) return false;
  // The cofactor is 8: eight times a point of low order is the neutral element (0, 1).
  for (let doublings = 0; doublings < 3; doublings++) point = double(point);
  return !(point.x === 0n && point.y === point.z);
}

function decode(bytes: Uint8Array): ProjectivePoint | undefined {
  if (bytes.length !== ENCODED_BYTES) return undefined;
  const encoded = BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`);
  const sign = encoded >> 255n;
  const y = encoded & (2n ** 255n - 1n);
  if (y >= P) return undefined;
  const numerator = mod(y * y - 1n);
  const denominator = mod(D * y * y + 1n);
  const x = squareRoot(mod(numerator * power(denominator, P - 2n)));
  if (x === undefined || (x === 0n && sign === 1n)) return undefined;
  return { x: (x & 1n) === sign ? x : P - x, y, z: 1n };
}

function squareRoot(square: bigint): bigint | undefined {
  const root = power(square, (P + 3n) / 8n);
  return [root, mod(root * SQRT_MINUS_ONE)].find((candidate) => mod(candidate * candidate) === square);
}

/** Doubling in projective coordinates for a = -1, from Bernstein and others, Twisted Edwards Curves, section 6. */
function double({ x, y, z }: ProjectivePoint): ProjectivePoint {
  const sum = mod((x + y) * (x + y));
  const xx = mod(x * x);
  const yy = mod(y * y);
  const f = mod(yy - xx);
  const j = mod(f - 2n * z * z);
  return { x: mod((sum - xx - yy) * j), y: mod(f * (-xx - yy)), z: mod(f * j) };
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  for (let square = mod(base), rest = exponent; rest > 0n; rest >>= 1n, square = mod(square * square)) {
    if ((rest & 1n) === 1n) result = mod(result * square);
  }
  return result;
}

function mod(value: bigint): bigint {
  const rest = value % P;
  return rest < 0n ? rest + P : rest;
}
