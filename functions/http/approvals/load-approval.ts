import { type Approval, findApproval } from '#shared/data/entities/approval/approval.ts';
import { resourceLoader } from '#shared/runtime/pipeline/resources.ts';

/** Loads an approval. That of another agent is hidden from an agent. */
export const loadApproval = resourceLoader<Approval>('approval', findApproval, ({ identityId }) => identityId);
