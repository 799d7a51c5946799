import type { Message } from '../../../typescript/src/index.ts';
import { href, route } from '../shell/route.ts';
import { aidOfSession } from '../shell/session.ts';
import { BackLink } from '../widgets/back-link.tsx';
import { labelOf } from '../widgets/code.tsx';
import { Loading } from '../widgets/loading.tsx';
import { pageOf } from '../widgets/page-of.ts';
import { useLoad } from '../widgets/use-load.ts';
import { usePages } from '../widgets/use-pages.ts';
import { useReloadOnEvent } from '../widgets/use-reload-on-event.ts';
import { DraftList } from './draft-list.tsx';
import { FolderLinks } from './folder-links.tsx';
import { labelsInSight } from './labels-in-sight.ts';
import { listPath, loadMessages, messagePath, viewOf } from './mail-folders.ts';
import { MessageList } from './message-list.tsx';
import { MessagePage } from './message-page.tsx';
import { MessageSteps } from './message-steps.tsx';
import { withOpen } from './open-row.ts';
import { useFailingMessages } from './use-failing-messages.ts';

interface MailPageProps {
  /** The agent of which the mail is shown, and the address to which others write; without it, that of all agents. */
  readonly agent?: { readonly id: string; readonly address: string };
  /** The message that is open, and its agent. */
  readonly chosen: { readonly id: string; readonly agentId: string } | undefined;
}

/**
 * The mail of an agent or of all: the list of a folder, and next to it the message that is open. New messages appear as
 * they arrive, and move neither the list nor the message under the eyes of its reader. On a phone there is one of the
 * two.
 */
export function MailPage({ agent, chosen }: MailPageProps) {
  const { query } = route.value;
  const agentId = agent?.id;
  const message = useLoad(
    async (signal) =>
      chosen === undefined ? null : aidOfSession().identity(chosen.agentId).mail.messages.get(chosen.id, { signal }),
    [chosen?.agentId, chosen?.id],
  );
  // A link from elsewhere names no folder: then the list is that of the message.
  const known = chosen === undefined || message.error !== undefined ? 'inbox' : message.data?.folder;
  const isKnown = query.get('folder') !== null || known !== undefined;
  const view = viewOf(query, known ?? 'inbox');
  const { folder } = view;
  const read = usePages<Message>(
    'messages',
    async (signal, limit) =>
      !isKnown || folder === 'drafts' ? pageOf<Message>([]) : loadMessages(agentId, view, limit, signal),
    [agentId, isKnown, ...Object.values(view)],
  );
  const pages = { ...read, rows: withOpen(read, message.data, view) };
  useReloadOnEvent(
    pages,
    ({ type, identity_id: of }) => type.startsWith('mail.') && (agentId === undefined || of === agentId),
  );
  const failing = useFailingMessages(agentId);
  const reload = () => {
    pages.reload();
    message.reload();
  };
  const path = listPath(agentId);
  const list = href(path, view);
  return (
    <div class={chosen === undefined ? 'mailbox' : 'mailbox chosen'}>
      <section class="list" aria-label="Mail">
        <FolderLinks agentId={agentId} folder={folder} />
        {!isKnown && <Loading what="messages" />}
        {folder === 'drafts' && agentId !== undefined && <DraftList agentId={agentId} />}
        {isKnown && folder !== 'drafts' && (
          <MessageList
            agent={agent}
            pages={pages}
            failing={failing}
            view={view}
            chosen={chosen?.id}
            onChanged={reload}
          />
        )}
      </section>
      {chosen === undefined ? (
        folder !== 'drafts' && <p class="quiet unchosen">Choose a message to read it here.</p>
      ) : (
        <section class="reading" aria-label="Reading">
          <div class="heading steps">
            <BackLink class="back" path={path} query={view} title={labelOf(folder)} />
            <MessageSteps pages={pages} chosen={chosen.id} addressOf={(one) => href(messagePath(agentId, one), view)} />
          </div>
          <MessagePage
            key={chosen.id}
            id={chosen.id}
            message={message}
            failing={failing.get(chosen.id)}
            list={list}
            listOf={(label) => href(path, { ...view, label })}
            suggestions={labelsInSight(pages.rows ?? [])}
            onChanged={pages.reload}
          />
        </section>
      )}
    </div>
  );
}
