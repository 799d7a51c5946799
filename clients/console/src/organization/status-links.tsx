import { hrefWith } from '../shell/route.ts';
import { labelOf } from '../widgets/code.tsx';
import { LinkRow } from '../widgets/link-row.tsx';

const STATUSES = ['', 'pending', 'retrying', 'delivered', 'dead_letter'] as const;

/** Links that show the deliveries with one status, or all. */
export function StatusLinks({ status }: { readonly status: string }) {
  const links = STATUSES.map((one) => ({
    href: hrefWith({ status: one }),
    title: one === '' ? 'All' : labelOf(one),
    isCurrent: one === status,
  }));
  return <LinkRow class="parts" label="Delivery status" links={links} />;
}

/** That no delivery has a status. */
export const noneWith = (status: string) => `No delivery has the status “${labelOf(status)}”.`;
