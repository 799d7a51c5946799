import type { Session } from '../../../typescript/src/index.ts';
import { logOut } from '../shell/log-out.ts';
import { aidOfSession } from '../shell/session.ts';
import { Confirm } from '../widgets/confirm.tsx';
import { ErrorText } from '../widgets/error-text.tsx';
import { PagedTable } from '../widgets/paged-table.tsx';
import { Snippets } from '../widgets/snippets.tsx';
import { TableRow } from '../widgets/table-row.tsx';
import { Time } from '../widgets/time.tsx';
import { useAction } from '../widgets/use-action.ts';
import { usePages } from '../widgets/use-pages.ts';

const COLUMNS = ['Logged in', 'From', 'Program', 'Expires', ''];
const UNKNOWN = <span class="quiet">unknown</span>;

/** Where the person is logged in. Each session can be ended; the end of the console's own logs out. */
export function SessionTable() {
  const pages = usePages(
    'sessions',
    (signal) => aidOfSession().sessions.list({ limit: 200 }, { signal }).firstPage(),
    [],
  );
  const revoke = useAction(async (id: string) => {
    await aidOfSession().sessions.revoke(id);
    pages.reload();
  });
  const row = ({ id, current, address, user_agent: program, created_at: at, expires_at: until }: Session) => (
    <TableRow
      key={id}
      id={id}
      cells={[
        <>
          <Time at={at} /> {current && <span class="pill good">this session</span>}
        </>,
        address ?? UNKNOWN,
        program ?? UNKNOWN,
        <Time at={until} />,
        <Confirm
          title="End"
          question={
            current ? 'End this session? You are logged out.' : `End the session from ${address ?? 'an unknown place'}?`
          }
          onConfirm={() => (current ? logOut() : revoke.run(id))}
        />,
      ]}
    />
  );
  return (
    <>
      <p class="quiet">Where you are logged in. A new password ends all sessions but this one.</p>
      <ErrorText error={revoke.error} />
      <PagedTable pages={pages} label="Sessions" columns={COLUMNS} row={row} empty="There are no sessions." />
      <Snippets call={{ name: 'sessions.list', verb: 'GET', path: '/v1/auth/sessions', isList: true }} />
    </>
  );
}
