import { useRef, useState } from 'preact/hooks';
import type { Message } from '../../../typescript/src/index.ts';
import { href } from '../shell/route.ts';
import { ListEnd } from '../widgets/list-end.tsx';
import { NewRows } from '../widgets/new-rows.tsx';
import { Snippets } from '../widgets/snippets.tsx';
import { useAgents } from '../widgets/use-agents.ts';
import type { PagesRead } from '../widgets/use-pages.ts';
import { BatchStatus } from './batch-status.tsx';
import type { BatchReport } from './change-messages.ts';
import { EmptyFolder } from './empty-folder.tsx';
import { labelsInSight } from './labels-in-sight.ts';
import { filterOf, isFiltered, type MailView, messagePath } from './mail-folders.ts';
import { MailSearch } from './mail-search.tsx';
import { MarkAllRead } from './mark-all-read.tsx';
import { MessageRow } from './message-row.tsx';
import { SelectionBar } from './selection-bar.tsx';
import type { FailingMessages } from './use-failing-messages.ts';
import { useFocusAfterSelection } from './use-focus-after-selection.ts';
import { useKeptPlace } from './use-kept-place.ts';
import { useRowsInSight } from './use-rows-in-sight.ts';
import { useSelection } from './use-selection.ts';

/** The styles show the list next to the message from this width on. */
const WIDE = '(width >= 1100px)';

const NO_ROWS: readonly Message[] = [];

interface MessageListProps {
  /** The agent of the list, with its address; `undefined` for a list of all agents. */
  readonly agent: { readonly id: string; readonly address: string } | undefined;
  readonly pages: PagesRead<Message>;
  /** Those with deliveries that have not arrived. */
  readonly failing: FailingMessages;
  /** What the list is for. */
  readonly view: MailView;
  /** The message that is open. */
  readonly chosen: string | undefined;
  /** Called after messages have been changed. */
  readonly onChanged: () => void;
}

/** The messages of a folder, newest first. Those that arrive above what a person looks at are announced and counted. */
export function MessageList({ agent, pages, failing, view, chosen, onChanged }: MessageListProps) {
  const isHidden = chosen !== undefined && !matchMedia(WIDE).matches;
  const rows = useRowsInSight(pages.rows ?? NO_ROWS, isHidden);
  const agents = useAgents();
  const nameOfAgent = (id: string) => agents.get(id)?.display_name ?? id;
  const pane = useRef<HTMLDivElement>(null);
  const { newCount, toTop } = useKeptPlace(pane, rows, chosen);
  const selection = useSelection(rows);
  useFocusAfterSelection(pane, rows, selection);
  // What was done in this list is not said of another one.
  const shown = JSON.stringify([agent?.id, view]);
  const [last, setLast] = useState<{ readonly shown: string; readonly report: BatchReport }>();
  const change = (report: BatchReport) => {
    setLast({ shown, report });
    onChanged();
  };
  const [newest] = rows;
  return (
    <>
      <div class="list-heading">
        <MailSearch key={view.q} view={view}>
          {agent !== undefined && view.q === '' && view.label === '' && (
            <MarkAllRead agentId={agent.id} folder={view.folder} newest={newest} onChanged={change} />
          )}
        </MailSearch>
        <NewRows count={newCount} what="messages" onShow={toTop} />
      </div>
      <div class="pane" ref={pane}>
        <ul class="rows messages" aria-label="Messages">
          {rows.map((message) => (
            <MessageRow
              key={message.id}
              message={message}
              failing={failing.get(message.id)}
              address={href(messagePath(agent?.id, message), view)}
              isChosen={message.id === chosen}
              isSelected={selection.has(message.id)}
              onSelect={(isRange) => selection.toggle(message.id, isRange)}
              agentName={agent === undefined ? nameOfAgent(message.identity_id) : undefined}
            />
          ))}
        </ul>
        <ListEnd
          pages={pages}
          what="messages"
          empty={<EmptyFolder folder={view.folder} isSearch={isFiltered(view)} agent={agent} />}
        />
        <Snippets
          call={{
            ...callOf(agent?.id),
            verb: 'GET',
            params: filterOf(view),
            isList: true,
          }}
        />
      </div>
      <div class="batch">
        <BatchStatus report={last?.shown === shown ? last.report : undefined} />
        {selection.rows.length > 0 && (
          <SelectionBar
            selection={selection}
            folder={view.folder}
            suggestions={labelsInSight(rows)}
            onChanged={change}
          />
        )}
      </div>
    </>
  );
}

/** The call of a list in the snippets. */
function callOf(agentId: string | undefined) {
  if (agentId === undefined) return { name: 'messages.list', path: '/v1/messages' };
  return { name: 'mail.messages.list', path: `/v1/identities/${agentId}/mail/messages`, identityId: agentId };
}
