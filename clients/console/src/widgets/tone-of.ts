/** What a state means. A state in none of the lists is neutral: a fact from which nothing follows. */
const TONES = {
  good: [
    'active',
    'allow',
    'approved',
    'completed',
    'connected',
    'delivered',
    'pass',
    'succeeded',
    'valid',
    'verified',
  ],
  info: ['pending', 'queued', 'retrying', 'scheduled', 'sent', 'submitted', 'working'],
  warning: ['auth_required', 'held', 'input_required', 'invited', 'suspended'],
  failure: [
    'blocked',
    'block',
    'bounced',
    'complained',
    'dead_letter',
    'denied',
    'error',
    'fail',
    'failed',
    'missing',
    'rejected',
    'revoked',
  ],
} as const;

export type Tone = keyof typeof TONES;

/** What a status code means; `undefined` for a neutral one. */
export function toneOf(status: string): Tone | undefined {
  const tones = Object.entries(TONES) as readonly (readonly [Tone, readonly string[]])[];
  return tones.find(([, codes]) => codes.includes(status))?.[0];
}
