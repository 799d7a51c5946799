import { href } from '../shell/route.ts';
import { labelOf } from '../widgets/code.tsx';
import { LinkRow } from '../widgets/link-row.tsx';
import { FOLDERS, listPath } from './mail-folders.ts';
import { unreadText, useUnread } from './unread-counts.ts';
import { useUndelivered } from './use-undelivered.ts';

interface FolderLinksProps {
  /** `undefined` for the folders of all agents, which are not counted. */
  readonly agentId: string | undefined;
  readonly folder: string;
}

/** The folders of mail, those of one agent with what is unread. */
export function FolderLinks({ agentId, folder }: FolderLinksProps) {
  if (agentId !== undefined) return <FoldersOfAgent agentId={agentId} folder={folder} />;
  // Drafts are a list of each agent.
  return <Links agentId={undefined} folder={folder} names={FOLDERS.filter((name) => name !== 'drafts')} />;
}

/** The folder of failed mail says how many did not arrive lately. */
function FoldersOfAgent({ agentId, folder }: { readonly agentId: string; readonly folder: string }) {
  const undelivered = useUndelivered(agentId);
  const unread = useUnread(agentId);
  const countOf = (name: string) => (name === 'failed' ? undelivered : unreadText(unread, name));
  return <Links agentId={agentId} folder={folder} names={FOLDERS} countOf={countOf} />;
}

interface LinksProps extends FolderLinksProps {
  readonly names: readonly string[];
  readonly countOf?: (name: string) => string | undefined;
}

function Links({ agentId, folder, names, countOf }: LinksProps) {
  const links = names.map((name) => ({
    href: href(listPath(agentId), { folder: name }),
    title: [labelOf(name), countOf?.(name)].join(' ').trim(),
    code: name,
    isCurrent: name === folder,
  }));
  return <LinkRow class="parts folders" label="Folders" links={links} />;
}
