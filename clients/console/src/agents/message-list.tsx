import { useRef } from 'preact/hooks';
import type { Message } from '../../../typescript/src/index.ts';
import { href } from '../shell/route.ts';
import { ListEnd } from '../widgets/list-end.tsx';
import { NewRows } from '../widgets/new-rows.tsx';
import { Snippets } from '../widgets/snippets.tsx';
import type { PagesRead } from '../widgets/use-pages.ts';
import { EmptyFolder } from './empty-folder.tsx';
import { filterOf } from './mail-folders.ts';
import { MailSearch } from './mail-search.tsx';
import { MessageRow } from './message-row.tsx';
import type { FailingMessages } from './use-failing-messages.ts';
import { useKeptPlace } from './use-kept-place.ts';
import { useRowsInSight } from './use-rows-in-sight.ts';

/** The styles show the list next to the message from this width on. */
const WIDE = '(width >= 1100px)';

const NO_ROWS: readonly Message[] = [];

interface MessageListProps {
  readonly agentId: string;
  /** The address of the agent. */
  readonly address: string;
  readonly pages: PagesRead<Message>;
  /** Those with deliveries that have not arrived. */
  readonly failing: FailingMessages;
  /** The folder and the words that the list is for. */
  readonly view: { readonly folder: string; readonly q: string };
  /** The message that is open. */
  readonly chosen: string | undefined;
}

/** The messages of a folder, newest first. Those that arrive above what a person looks at are announced and counted. */
export function MessageList({ agentId, address, pages, failing, view, chosen }: MessageListProps) {
  const isHidden = chosen !== undefined && !matchMedia(WIDE).matches;
  const rows = useRowsInSight(pages.rows ?? NO_ROWS, isHidden);
  const pane = useRef<HTMLDivElement>(null);
  const { newCount, toTop } = useKeptPlace(pane, rows, chosen);
  return (
    <>
      <div class="list-heading">
        <MailSearch key={view.q} words={view.q} />
        <NewRows count={newCount} what="messages" onShow={toTop} />
      </div>
      <div class="pane" ref={pane}>
        <ul class="rows messages" aria-label="Messages">
          {rows.map((message) => (
            <MessageRow
              key={message.id}
              message={message}
              failing={failing.get(message.id)}
              address={href(['agents', agentId, 'mail', message.id], view)}
              isChosen={message.id === chosen}
            />
          ))}
        </ul>
        <ListEnd
          pages={pages}
          what="messages"
          empty={<EmptyFolder folder={view.folder} isSearch={view.q !== ''} address={address} agentId={agentId} />}
        />
        <Snippets
          call={{
            name: 'mail.messages.list',
            verb: 'GET',
            path: `/v1/identities/${agentId}/mail/messages`,
            params: filterOf(view.folder, view.q),
            identityId: agentId,
            isList: true,
          }}
        />
      </div>
    </>
  );
}
