import { useState } from 'preact/hooks';
import type { Member } from '../../../typescript/src/index.ts';
import { hasRole } from '../shell/role.ts';
import { aidOfSession, session } from '../shell/session.ts';
import { labelOf } from '../widgets/code.tsx';
import { Confirm } from '../widgets/confirm.tsx';
import { ErrorText } from '../widgets/error-text.tsx';
import { Intro } from '../widgets/intro.tsx';
import { PagedTable } from '../widgets/paged-table.tsx';
import { Pill } from '../widgets/pill.tsx';
import { Snippets } from '../widgets/snippets.tsx';
import { TableRow } from '../widgets/table-row.tsx';
import { Time } from '../widgets/time.tsx';
import { useAction } from '../widgets/use-action.ts';
import { usePages } from '../widgets/use-pages.ts';
import { ChangeRole } from './change-role.tsx';
import { InviteMember } from './invite-member.tsx';
import { MemberRequirement } from './member-requirement.tsx';

const COLUMNS = ['Email address', 'Role', 'Status', 'Second factor', 'Last login', 'Since', ''];

/** The people of the organization and those who are invited. What an owner alone may do is refused to others. */
export function MembersPart() {
  const [invited, setInvited] = useState<string>();
  const pages = usePages(
    'members',
    (signal) => aidOfSession().members.list({ limit: 200 }, { signal }).firstPage(),
    [],
  );
  const { members } = aidOfSession();
  const remove = useAction(async (id: string) => {
    await members.delete(id);
    pages.reload();
  });
  const mayChange = hasRole('admin');
  const onInvited = (email: string) => {
    setInvited(email);
    pages.reload();
  };
  const row = (member: Member) => {
    const { id, email, role, status } = member;
    const isOwn = id === session.value?.actor.actor_id;
    const cells = [
      <>
        {email} {isOwn && <span class="pill good">you</span>}
      </>,
      labelOf(role),
      <Pill status={status} />,
      member.second_factor ? 'yes' : 'no',
      <Time at={member.last_login_at} />,
      <Time at={member.created_at} />,
      mayChange && (
        <div class="actions">
          <ChangeRole member={member} onChanged={pages.reload} />
          <Confirm
            title={status === 'invited' ? 'Withdraw' : 'Remove'}
            question={
              status === 'invited'
                ? `Withdraw the invitation of ${email}?`
                : `Remove ${email}? The person’s sessions and connectors end here.`
            }
            onConfirm={() => remove.run(id)}
          />
        </div>
      ),
    ];
    return <TableRow key={id} id={id} cells={cells} />;
  };
  return (
    <>
      <Intro action={mayChange && <InviteMember onInvited={onInvited} />}>
        The people of the organization. The role of a member says what they may do; approvers get emails about what
        waits.
      </Intro>
      {invited !== undefined && (
        <p role="status">
          {invited} is invited. The person opens this console and chooses “Accept an invitation” on the login page.
        </p>
      )}
      <ErrorText error={remove.error} />
      <PagedTable pages={pages} label="Members" columns={COLUMNS} row={row} empty="There are no members." />
      <MemberRequirement />
      <Snippets call={{ name: 'members.list', verb: 'GET', path: '/v1/members', isList: true }} />
    </>
  );
}
