import { href, route } from '../shell/route.ts';
import { aidOfSession } from '../shell/session.ts';
import { BackLink } from '../widgets/back-link.tsx';
import { ErrorText } from '../widgets/error-text.tsx';
import { LinkRow } from '../widgets/link-row.tsx';
import { Loading } from '../widgets/loading.tsx';
import { Pill } from '../widgets/pill.tsx';
import { useLoad } from '../widgets/use-load.ts';
import { AgentSettings } from './agent-settings.tsx';
import { Compose } from './compose.tsx';
import { MailPage } from './mail-page.tsx';
import { ThreadPage } from './thread-page.tsx';

interface AgentPageProps {
  readonly id: string;
  /** The section of the page: `mail`, `threads`, `compose` or `settings`. */
  readonly part: string;
  /** The message or the thread that is open. */
  readonly item: string | undefined;
}

/** One agent: its mail and its settings. */
export function AgentPage({ id, part, item }: AgentPageProps) {
  const { data: agent, error, reload } = useLoad((signal) => aidOfSession().identities.get(id, { signal }), [id]);
  if (agent === undefined) {
    if (error === undefined) return <Loading what="the agent" />;
    return (
      <>
        <BackLink path={['agents']} title="All agents" />
        <h1>Agent</h1>
        <ErrorText error={error} />
      </>
    );
  }
  const parts = [
    ['mail', 'Mail'],
    ['threads', 'Threads'],
    ['settings', 'Settings'],
  ] as const;
  const links = [
    ...parts.map(([name, title]) => ({ href: href(['agents', id, name]), title, isCurrent: name === part })),
    { href: href(['log'], { identity_id: id }), title: 'Log', isCurrent: false },
  ];
  const draft = route.value.query.get('draft') ?? undefined;
  const show = () => {
    if (part === 'settings') return <AgentSettings agent={agent} onChanged={reload} />;
    if (part === 'compose') return <Compose key={`${item} ${draft}`} agentId={id} inReplyTo={item} draftId={draft} />;
    if (part === 'threads') return <ThreadPage agentId={id} chosen={item} />;
    const chosen = item === undefined ? undefined : { id: item, agentId: id };
    return <MailPage agent={{ id, address: agent.email_address ?? agent.handle }} chosen={chosen} />;
  };
  return (
    <>
      <div class="heading">
        <h1>{agent.display_name}</h1>
        <span class="of-agent">
          <code>{agent.email_address ?? agent.handle}</code> <Pill status={agent.status} />
        </span>
        {part !== 'compose' && (
          <a class={item === undefined ? 'button primary' : 'button'} href={href(['agents', id, 'compose'])}>
            Write
          </a>
        )}
      </div>
      <LinkRow class="parts" label="Agent sections" links={links} />
      {show()}
    </>
  );
}
