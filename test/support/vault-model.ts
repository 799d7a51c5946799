/** What the vault must do, as plain state without storage: the reference of the test of interleavings. */

/** `due`: a valid proof where the agent has a keypair, and none where it has none. */
type ProofKind = 'due' | 'none' | 'wrong';
type KeyKind = 'org' | 'agent';

interface ModelLease {
  maxUses: number;
  uses: number;
  expiresAt: number;
  isRevoked: boolean;
}

export interface ModelState {
  now: number;
  value: string;
  version: number;
  isSuspended: boolean;
  hasKeypair: boolean;
  leases: ModelLease[];
}

export interface RedeemStep {
  kind: 'redeem';
  /** The index of the lease. */
  lease: number;
  proof: ProofKind;
  key: KeyKind;
}

export type Step =
  | RedeemStep
  | { kind: 'lease'; seconds: number; maxUses: number }
  | { kind: 'rotate'; revoke: boolean }
  | { kind: 'revoke'; lease: number }
  | { kind: 'suspend' }
  | { kind: 'reinstate' }
  | { kind: 'replace'; proven: boolean }
  | { kind: 'delete' }
  | { kind: 'wait'; seconds: number };

/** The result of a redemption: the value, or the code of the refusal. */
export type Redeemed = { value: string; version: number } | { code: string };

/** What a redemption returns in this state. */
export function redeemed(state: ModelState, { lease: index, proof, key }: RedeemStep): Redeemed {
  const lease = state.leases[index];
  if (lease === undefined) return { code: 'resource.not_found' };
  if (state.isSuspended) return { code: 'identity.suspended' };
  const isProven = proof === 'due' || (proof === 'none' && !state.hasKeypair);
  // The key of the agent and of the organization need the same proof.
  if (!isProven && (key === 'org' || key === 'agent')) return { code: 'vault.proof_invalid' };
  if (lease.uses >= lease.maxUses) return { code: 'vault.lease_exhausted' };
  if (lease.isRevoked) return { code: 'vault.lease_revoked' };
  if (lease.expiresAt <= state.now) return { code: 'vault.lease_expired' };
  return { value: state.value, version: state.version };
}

/** The state after a step. */
export function after(state: ModelState, step: Step): ModelState {
  const revokeAll = () => state.leases.map((lease) => ({ ...lease, isRevoked: true }));
  const change = (index: number, changed: (lease: ModelLease) => ModelLease) =>
    state.leases.map((lease, at) => (at === index ? changed(lease) : lease));
  switch (step.kind) {
    case 'redeem':
      if ('code' in redeemed(state, step)) return state;
      return { ...state, leases: change(step.lease, (lease) => ({ ...lease, uses: lease.uses + 1 })) };
    case 'lease': {
      if (state.isSuspended) return state;
      const expiresAt = state.now + step.seconds * 1000;
      return { ...state, leases: [...state.leases, { maxUses: step.maxUses, uses: 0, expiresAt, isRevoked: false }] };
    }
    case 'rotate': {
      const version = state.version + 1;
      return { ...state, version, value: `${state.value}+`, leases: step.revoke ? revokeAll() : state.leases };
    }
    case 'revoke':
      return {
        ...state,
        leases: change(step.lease, (lease) => ({
          ...lease,
          isRevoked: lease.isRevoked || (lease.uses < lease.maxUses && lease.expiresAt > state.now),
        })),
      };
    case 'suspend':
      return { ...state, isSuspended: true };
    case 'reinstate':
      return { ...state, isSuspended: false };
    case 'replace':
      return {
        ...state,
        hasKeypair: true,
        leases: state.hasKeypair && !step.proven ? revokeAll() : state.leases,
      };
    case 'delete':
      // The next secret begins with the version 1.
      return { ...state, version: 1, value: `${state.value}-`, leases: revokeAll() };
    case 'wait':
      return { ...state, now: state.now + step.seconds * 1000 };
  }
}
