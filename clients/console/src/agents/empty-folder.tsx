import { href } from '../shell/route.ts';
import { isLocal } from '../shell/session.ts';
import { CopyableCode } from '../widgets/copyable-code.tsx';
import { EmptyState } from '../widgets/empty-state.tsx';

/** What a folder is for, where nothing is in it. */
const PURPOSES: Readonly<Record<string, string>> = {
  sent: 'What the agent sends is listed here with its outcome: delivered, bounced, held for a person.',
  failed: 'Sent email that bounced, was refused or reported, or that a person did not approve is listed here.',
  spam: 'Email that failed the check for spam, or that a contact rule put here. Nothing in it is lost.',
  blocked: 'Email with a virus, and email that a contact rule refused. The agent gets no event of it.',
  archive: 'What you archive leaves the inbox and is kept here.',
  all: 'The messages of all folders are listed here.',
};

interface EmptyFolderProps {
  readonly folder: string;
  readonly isSearch: boolean;
  /** The agent of the folder, with its address; `undefined` for a folder of all agents. */
  readonly agent: { readonly id: string; readonly address: string } | undefined;
}

/** Teaches what an empty folder is for, and offers the first step. */
export function EmptyFolder({ folder, isSearch, agent }: EmptyFolderProps) {
  const title = 'There are no messages here.';
  if (isSearch) return <EmptyState title={title}>No messages in this folder match the filters.</EmptyState>;
  if (folder !== 'inbox') {
    const write = agent && <a href={href(['agents', agent.id, 'compose'])}>Write the first message</a>;
    return (
      <EmptyState title={title} action={folder === 'sent' && write}>
        {PURPOSES[folder]}
      </EmptyState>
    );
  }
  const simulate = <a href={href(['machine', 'arrive'])}>Simulate an inbound email</a>;
  return (
    <EmptyState title={title} action={isLocal && simulate}>
      Email appears as it arrives, with what is doubtful about it. Write to{' '}
      {agent === undefined ? 'an agent.' : <CopyableCode text={agent.address} />}
    </EmptyState>
  );
}
