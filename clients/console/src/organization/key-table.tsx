import { useState } from 'preact/hooks';
import type { ApiKey } from '../../../typescript/src/index.ts';
import { aidOfSession, session } from '../shell/session.ts';
import { AgentName } from '../widgets/agent-name.tsx';
import { Confirm } from '../widgets/confirm.tsx';
import { ErrorText } from '../widgets/error-text.tsx';
import { Intro } from '../widgets/intro.tsx';
import { PagedTable } from '../widgets/paged-table.tsx';
import { Pill } from '../widgets/pill.tsx';
import { ShownOnce } from '../widgets/shown-once.tsx';
import { Snippets } from '../widgets/snippets.tsx';
import { TableRow } from '../widgets/table-row.tsx';
import { Time } from '../widgets/time.tsx';
import { useAction } from '../widgets/use-action.ts';
import { usePages } from '../widgets/use-pages.ts';
import { NewKey } from './new-key.tsx';

const COLUMNS = ['Name', 'Key', 'Acts as', 'Status', 'Last used', 'Created', ''];

/** The keys of the organization or of one agent, without their secrets. A new one is shown once. */
export function KeyTable({ identityId }: { readonly identityId?: string }) {
  const [created, setCreated] = useState<string>();
  const pages = usePages('keys', (signal) => aidOfSession().apiKeys.list({ limit: 200 }, { signal }).firstPage(), []);
  const revoke = useAction(async (id: string) => {
    await aidOfSession().apiKeys.revoke(id);
    pages.reload();
  });
  const isOrgKey = session.value?.actor.identity_id === undefined;
  const rows = pages.rows?.filter((key) => identityId === undefined || key.identity_id === identityId);
  const onCreated = (key: string) => {
    setCreated(key);
    pages.reload();
  };
  const row = (key: ApiKey) => (
    <TableRow
      key={key.id}
      id={key.id}
      cells={[
        key.name,
        <code>{key.key_prefix}…</code>,
        <AgentName id={key.identity_id ?? null} />,
        <Pill status={key.status} />,
        <Time at={key.last_used_at} />,
        <Time at={key.created_at} />,
        isOrgKey && key.status === 'active' && (
          <Confirm
            title="Revoke"
            question={`Revoke ${key.name}? This cannot be undone.`}
            onConfirm={() => revoke.run(key.id)}
          />
        ),
      ]}
    />
  );
  return (
    <>
      <Intro action={isOrgKey && <NewKey identityId={identityId} onCreated={onCreated} />}>
        {identityId === undefined
          ? 'With a key, a program acts as the organization or as one agent. It is shown once, and can be revoked.'
          : 'With a key of the agent, a program acts as the agent. It is shown once, and can be revoked.'}
      </Intro>
      {created !== undefined && <ShownOnce what="The key" text={created} />}
      <ErrorText error={revoke.error} />
      <PagedTable pages={{ ...pages, rows }} label="Keys" columns={COLUMNS} row={row} empty="There are no keys." />
      <Snippets call={{ name: 'apiKeys.list', verb: 'GET', path: '/v1/api-keys', isList: true }} />
    </>
  );
}
