import * as routes from '#shared/contract/routes/members.ts';
import { findMembers } from '#shared/data/entities/organization/members.ts';
import { operation, reply } from '#shared/runtime/pipeline/operation.ts';
import { memberRecords } from './member-record.ts';

/** There are at most a hundred members, so a page is a part of what is read anyway. */
export const listMembers = operation(routes.listMembers, async ({ actor, table }, { query }) => {
  const { before = Number.POSITIVE_INFINITY, limit } = query;
  const organizationId = actor.organization.id;
  const { members } = await findMembers(table, organizationId);
  const page = members
    .filter(({ createdAt }) => createdAt < before)
    .sort((a, b) => b.createdAt - a.createdAt)
    .slice(0, limit);
  return reply({ members: await memberRecords(table, organizationId, page) });
});
