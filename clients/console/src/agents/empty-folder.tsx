import { href } from '../shell/route.ts';
import { isLocal } from '../shell/session.ts';
import { CopyableCode } from '../widgets/copyable-code.tsx';

/** What a folder is for, where nothing is in it. */
const PURPOSES: Readonly<Record<string, string>> = {
  sent: 'What the agent sends is listed here with its outcome: delivered, bounced, held for a person.',
  failed: 'Sent email that bounced, was refused or reported, or that a person did not approve is listed here.',
  spam: 'Email that failed the check for spam, or that a contact rule put here. Nothing in it is lost.',
  blocked: 'Email with a virus, and email that a contact rule refused. The agent gets no event of it.',
  archive: 'What you archive leaves the inbox and is kept here.',
};

interface EmptyFolderProps {
  readonly folder: string;
  readonly isSearch: boolean;
  readonly agentId: string;
  /** The address of the agent. */
  readonly address: string;
}

/** Teaches what an empty folder is for, and offers the first step. */
export function EmptyFolder({ folder, isSearch, agentId, address }: EmptyFolderProps) {
  if (isSearch) return <p class="quiet empty">There are no messages here with these words.</p>;
  if (folder !== 'inbox') {
    return (
      <div class="empty">
        <p>There are no messages here.</p>
        <p class="quiet">{PURPOSES[folder]}</p>
        {folder === 'sent' && <a href={href(['agents', agentId, 'compose'])}>Write the first message</a>}
      </div>
    );
  }
  return (
    <div class="empty">
      <p>There are no messages here.</p>
      <p class="quiet">
        Everyone who may write to the agent writes to its address. New messages appear as they arrive, with what is
        doubtful about them.
      </p>
      <p>
        <CopyableCode text={address} />
      </p>
      {isLocal && <a href={href(['machine', 'arrive'])}>Simulate an inbound email</a>}
    </div>
  );
}
