import { findMailbox } from '#shared/data/entities/mail/mailbox.ts';
import { findMemberSettings } from '#shared/data/entities/organization/member-settings.ts';
import { findMembers } from '#shared/data/entities/organization/members.ts';
import { findUsers } from '#shared/data/entities/organization/user.ts';
import type { Table } from '#shared/data/table-client.ts';
import { MAX_EMAILED_APPROVERS } from '#shared/domain/approval/approval-link.ts';
import { isActive } from '#shared/domain/organization/member.ts';
import { type Approver, hasToLogIn, mayDecide } from '#shared/services/approvals/approver.ts';

/** A person who may get emails about approvals. */
export interface EmailedPerson extends Approver {
  readonly organizationName: string;
}

/**
 * The members of an organization who may decide, oldest first. A member with the address of an agent's mailbox is none
 * of them: the agent would get the code that approves its own action.
 */
export async function emailedPeople(table: Table, organizationId: string): Promise<EmailedPerson[]> {
  const [{ organization, members }, { requireSecondFactor }] = await Promise.all([
    findMembers(table, organizationId),
    findMemberSettings(table, organizationId),
  ]);
  const deciding = members.filter((member) => isActive(member) && mayDecide(member.role));
  const mailboxes = await Promise.all(deciding.map(({ email }) => findMailbox(table, email)));
  const people = deciding.filter((_, index) => mailboxes[index] === undefined).slice(0, MAX_EMAILED_APPROVERS);
  const users = await findUsers(
    table,
    people.map(({ id }) => id),
  );
  const byId = new Map(users.map((user) => [user.id, user]));
  return people.flatMap(({ id }) => {
    const user = byId.get(id);
    if (user === undefined) return [];
    return [{ user, hasToLogIn: hasToLogIn(user, requireSecondFactor), organizationName: organization.name }];
  });
}
