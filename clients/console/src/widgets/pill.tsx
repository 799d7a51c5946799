import { labelOf } from './code.tsx';

const GOOD = new Set([
  'active',
  'approved',
  'completed',
  'delivered',
  'pass',
  'received',
  'sent',
  'valid',
  'verified',
  'connected',
  'allow',
]);
const BAD = new Set([
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
  'suspended',
  'revoked',
]);
const WAITING = new Set([
  'auth_required',
  'gray',
  'held',
  'input_required',
  'invited',
  'pending',
  'queued',
  'retrying',
  'submitted',
  'working',
]);

/** A status code as a colored label, with the code itself on hover. The color repeats what the label says. */
export function Pill({ status }: { readonly status: string }) {
  const tone = GOOD.has(status) ? 'good' : BAD.has(status) ? 'bad' : WAITING.has(status) ? 'waiting' : '';
  return (
    <span class={`pill ${tone}`} title={status}>
      {labelOf(status)}
    </span>
  );
}
