/** The roles, with what each may do. See: docs/contract/members.md#roles. */
export const ROLES = [
  ['viewer', 'Viewer: reads'],
  ['approver', 'Approver: reads and decides'],
  ['admin', 'Admin: does everything but appoint owners'],
  ['owner', 'Owner: also appoints and removes owners'],
] as const;
