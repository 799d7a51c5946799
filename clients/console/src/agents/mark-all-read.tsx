import type { Message } from '../../../typescript/src/index.ts';
import { useAction } from '../widgets/use-action.ts';
import { type BatchReport, markFolderRead } from './change-messages.ts';
import { unreadText, useUnread } from './unread-counts.ts';

interface MarkAllReadProps {
  readonly agentId: string;
  readonly folder: string;
  /** The newest message of the folder that is shown; `undefined` if none is. */
  readonly newest: Message | undefined;
  readonly onChanged: (report: BatchReport) => void;
}

/** The folders that can have unread messages. */
const FOLDERS: ReadonlySet<string> = new Set(['inbox', 'spam', 'blocked', 'archive']);

/**
 * Marks all messages of a folder as read. The button is there also where none is unread: it would move the list when it
 * comes and goes.
 */
export function MarkAllRead({ agentId, folder, newest, onChanged }: MarkAllReadProps) {
  const unread = unreadText(useUnread(agentId), folder);
  const mark = useAction(async (from: Message) => onChanged(await reportOf(markFolderRead(agentId, folder, from))));
  if (!FOLDERS.has(folder)) return null;
  const isDisabled = mark.isRunning || unread === undefined || newest === undefined;
  return (
    <button type="button" class="plain" disabled={isDisabled} onClick={() => newest && mark.run(newest)}>
      Mark all as read
    </button>
  );
}

/** What became of the messages, also where the service has refused the request. */
function reportOf(marking: Promise<BatchReport>): Promise<BatchReport> {
  return marking.catch((error: unknown) => ({
    done: 'Not all messages were marked as read.',
    problems: [error instanceof Error ? error.message : String(error)],
  }));
}
