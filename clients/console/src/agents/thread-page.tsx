import type { Thread } from '../../../typescript/src/index.ts';
import { href } from '../shell/route.ts';
import { aidOfSession } from '../shell/session.ts';
import { countOf } from '../widgets/count-of.ts';
import { EmptyState } from '../widgets/empty-state.tsx';
import { ListEnd } from '../widgets/list-end.tsx';
import { Snippets } from '../widgets/snippets.tsx';
import { Time } from '../widgets/time.tsx';
import { usePages } from '../widgets/use-pages.ts';
import { ThreadView } from './thread-view.tsx';

interface ThreadPageProps {
  readonly agentId: string;
  readonly chosen: string | undefined;
}

/** The conversations of an agent, or one of them. */
export function ThreadPage({ agentId, chosen }: ThreadPageProps) {
  if (chosen !== undefined) return <ThreadView key={chosen} agentId={agentId} id={chosen} />;
  return <ThreadList agentId={agentId} />;
}

function ThreadList({ agentId }: { readonly agentId: string }) {
  const pages = usePages<Thread>(
    'threads',
    (signal, limit) => aidOfSession().identity(agentId).mail.threads.list({ limit }, { signal }).firstPage(),
    [agentId],
  );
  const path = `/v1/identities/${agentId}/mail/threads`;
  return (
    <>
      <ul class="rows messages threads" aria-label="Threads">
        {(pages.rows ?? []).map((thread) => (
          <li key={thread.id}>
            <a data-row href={href(['agents', agentId, 'threads', thread.id])}>
              <span class="summary">
                <strong>{thread.subject || '(no subject)'}</strong>
              </span>
              <span class="snippet quiet">{countOf(thread.message_count, 'message')}</span>
              <span class="when">
                <Time at={thread.last_message_at} />
              </span>
            </a>
          </li>
        ))}
      </ul>
      <ListEnd
        pages={pages}
        what="threads"
        empty={
          <EmptyState title="There are no conversations yet.">
            Each email that isn’t a reply starts one, and its replies are added to it.
          </EmptyState>
        }
      />
      <Snippets call={{ name: 'mail.threads.list', verb: 'GET', path, identityId: agentId, isList: true }} />
    </>
  );
}
