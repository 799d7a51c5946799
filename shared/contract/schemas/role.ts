import { z } from 'zod';
import { ROLES } from '#shared/domain/organization/role.ts';

/** See: docs/contract/members.md#roles. */
export const roleSchema = z.enum(ROLES).meta({
  id: 'MemberRole',
  description:
    'What a member may do. A viewer reads, an approver also decides, an admin does what an org key does, and an owner ' +
    'also appoints and removes owners.',
});
