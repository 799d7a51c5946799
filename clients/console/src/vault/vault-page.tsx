import { route } from '../shell/route.ts';
import { LeaseList } from './lease-list.tsx';
import { LeasePage } from './lease-page.tsx';
import { SecretList } from './secret-list.tsx';

/**
 * The secrets, without their values, and the leases through which agents use them; or one lease with its redemptions.
 */
export function VaultPage() {
  const [, lease] = route.value.path;
  if (lease !== undefined) return <LeasePage key={lease} id={lease} />;
  return (
    <>
      <h1>Vault</h1>
      <h2>Secrets</h2>
      <SecretList />
      <h2>Leases</h2>
      <LeaseList />
    </>
  );
}
