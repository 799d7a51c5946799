import type { FailingDeliveries } from './use-failing-deliveries.ts';

/** Marks the row of an event, or of what it is about, by how many of its deliveries have not arrived. */
export function FailingMark({ failing: { failed, retrying } }: { readonly failing: FailingDeliveries }) {
  const [count, what, tone] = failed > 0 ? [failed, 'failed', 'failure'] : [retrying, 'retrying', 'info'];
  return (
    <span class={`pill ${tone}`}>
      {count} {what}
      <span class="sr"> {count === 1 ? 'delivery' : 'deliveries'}</span>
    </span>
  );
}
