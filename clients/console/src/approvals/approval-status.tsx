import { Pill } from '../widgets/pill.tsx';

/** The status of an approval. A pending one waits for a person, unlike a delivery, which goes out without one. */
export function ApprovalStatus({ status }: { readonly status: string }) {
  return <Pill status={status} tone={status === 'pending' ? 'warning' : undefined} />;
}
