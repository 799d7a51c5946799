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
import { loadMessages } from './mail-folders.ts';
import { FolderLinks } from './mail-search.tsx';
import { MessageList } from './message-list.tsx';
import { MessagePage } from './message-page.tsx';
import { MessageSteps } from './message-steps.tsx';
import { useFailingMessages } from './use-failing-messages.ts';

interface MailPageProps {
  readonly agentId: string;
  /** The address of the agent, to which others write. */
  readonly address: string;
  /** The message that is open. */
  readonly chosen: string | undefined;
}

/**
 * An agent's mail: the list of a folder, and next to it the message that is open. New messages appear as they arrive,
 * and move neither the list nor the message under the eyes of its reader. On a phone there is one of the two.
 */
export function MailPage({ agentId, address, chosen }: MailPageProps) {
  const { query } = route.value;
  const message = useLoad(
    async (signal) =>
      chosen === undefined ? null : aidOfSession().identity(agentId).mail.messages.get(chosen, { signal }),
    [agentId, chosen],
  );
  // A link from elsewhere names no folder: then the list is that of the message.
  const known = chosen === undefined || message.error !== undefined ? 'inbox' : message.data?.folder;
  const folder = query.get('folder') ?? known;
  const words = query.get('q') ?? '';
  const pages = usePages<Message>(
    'messages',
    async (signal, limit) =>
      folder === undefined || folder === 'drafts'
        ? pageOf<Message>([])
        : loadMessages(agentId, { folder, words }, limit, signal),
    [agentId, folder, words],
  );
  useReloadOnEvent(pages, ({ type, identity_id: of }) => of === agentId && type.startsWith('mail.'));
  const failing = useFailingMessages(agentId);
  const view = { folder: folder ?? 'inbox', q: words };
  const list = href(['agents', agentId, 'mail'], view);
  return (
    <div class={chosen === undefined ? 'mailbox' : 'mailbox chosen'}>
      <section class="list" aria-label="Mail">
        <FolderLinks agentId={agentId} folder={view.folder} />
        {folder === undefined && <Loading what="messages" />}
        {folder === 'drafts' && <DraftList agentId={agentId} />}
        {folder !== undefined && folder !== 'drafts' && (
          <MessageList
            agentId={agentId}
            address={address}
            pages={pages}
            failing={failing}
            view={view}
            chosen={chosen}
          />
        )}
      </section>
      {chosen === undefined ? (
        folder !== 'drafts' && <p class="quiet unchosen">Choose a message to read it here.</p>
      ) : (
        <section class="reading" aria-label="Reading">
          <div class="heading steps">
            <BackLink class="back" path={['agents', agentId, 'mail']} query={view} title={labelOf(view.folder)} />
            <MessageSteps
              pages={pages}
              chosen={chosen}
              addressOf={(id) => href(['agents', agentId, 'mail', id], view)}
            />
          </div>
          <MessagePage
            key={chosen}
            id={chosen}
            message={message}
            failing={failing.get(chosen)}
            list={list}
            onChanged={pages.reload}
          />
        </section>
      )}
    </div>
  );
}
