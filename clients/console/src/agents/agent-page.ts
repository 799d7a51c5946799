import { html } from 'htm/preact';
import { href } from '../shell/route.ts';
import { aidOfSession } from '../shell/session.ts';
import { ErrorText } from '../widgets/error-text.ts';
import { LinkRow } from '../widgets/link-row.ts';
import { Loading } from '../widgets/loading.ts';
import { Pill } from '../widgets/pill.ts';
import { useLoad } from '../widgets/use-load.ts';
import { AgentSettings } from './agent-settings.ts';
import { Compose } from './compose.ts';
import { Inbox } from './inbox.ts';
import { MessagePage } from './message-page.ts';
import { ThreadPage } from './thread-page.ts';

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
    return error === undefined ? html`<${Loading} what="the agent" />` : html`<${ErrorText} error=${error} />`;
  }
  const parts = [
    ['mail', 'Mail'],
    ['threads', 'Threads'],
    ['compose', 'Compose'],
    ['settings', 'Settings'],
  ] as const;
  const links = [
    ...parts.map(([name, title]) => ({ href: href(['agents', id, name]), title, isCurrent: name === part })),
    { href: href(['log'], { identity_id: id }), title: 'Log', isCurrent: false },
  ];
  return html`
    <div class="heading">
      <h1>${agent.display_name}</h1>
      <span><code>${agent.email_address ?? agent.handle}</code> <${Pill} status=${agent.status} /></span>
    </div>
    <${LinkRow} class="parts" label="Agent sections" links=${links} />
    ${show()}
  `;

  function show() {
    if (part === 'settings') return html`<${AgentSettings} agent=${agent} onChanged=${reload} />`;
    if (part === 'compose') return html`<${Compose} key=${item} agentId=${id} inReplyTo=${item} />`;
    if (part === 'threads') return html`<${ThreadPage} agentId=${id} chosen=${item} />`;
    return item === undefined
      ? html`<${Inbox} agentId=${id} />`
      : html`<${MessagePage} key=${item} agentId=${id} id=${item} />`;
  }
}
