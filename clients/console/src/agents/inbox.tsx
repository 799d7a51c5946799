import type { ListMessagesParams, Message } from '../../../typescript/src/index.ts';
import { goTo, href, hrefWith, route } from '../shell/route.ts';
import { aidOfSession } from '../shell/session.ts';
import { labelOf } from '../widgets/code.tsx';
import { fieldsOf } from '../widgets/form-fields.ts';
import { LinkRow } from '../widgets/link-row.tsx';
import { ListEnd } from '../widgets/list-end.tsx';
import { Snippets } from '../widgets/snippets.tsx';
import { usePages } from '../widgets/use-pages.ts';
import { useReloadOnEvent } from '../widgets/use-reload-on-event.ts';
import { MessageRow } from './message-row.tsx';

const FOLDERS = ['inbox', 'sent', 'spam', 'blocked', 'archive'] as const;

/** An agent's messages by folder, newest first. New ones appear as they arrive. */
export function Inbox({ agentId }: { readonly agentId: string }) {
  const { query } = route.value;
  const folder = query.get('folder') ?? 'inbox';
  const words = query.get('q') ?? '';
  const filter: ListMessagesParams = { folder, ...(words !== '' && { q: words }) };
  const pages = usePages<Message>(
    'messages',
    (signal, limit) =>
      aidOfSession()
        .identity(agentId)
        .mail.messages.list({ ...filter, limit }, { signal })
        .firstPage(),
    [agentId, filter],
  );
  useReloadOnEvent(pages, ({ type, identity_id: of }) => of === agentId && type.startsWith('mail.'));

  const search = (event: SubmitEvent) => {
    event.preventDefault();
    goTo(hrefWith({ q: fieldsOf(event).q ?? '' }));
  };
  const folders = FOLDERS.map((name) => ({
    href: href(['agents', agentId, 'mail'], { folder: name }),
    title: labelOf(name),
    code: name,
    isCurrent: name === folder,
  }));
  const path = `/v1/identities/${agentId}/mail/messages`;
  return (
    <>
      <form class="filters" role="search" aria-label="Messages" onSubmit={search}>
        <LinkRow class="parts" label="Folders" links={folders} />
        <input type="search" name="q" aria-label="Search subjects and addresses" placeholder="Search" value={words} />
      </form>
      <ul class="rows messages" aria-label="Messages">
        {(pages.rows ?? []).map((message) => (
          <MessageRow key={message.id} message={message} />
        ))}
      </ul>
      <ListEnd pages={pages} what="messages" empty="There are no messages here. New ones appear as they arrive." />
      <Snippets
        call={{ name: 'mail.messages.list', verb: 'GET', path, params: filter, identityId: agentId, isList: true }}
      />
    </>
  );
}
