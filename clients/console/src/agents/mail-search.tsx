import { goTo, href, hrefWith } from '../shell/route.ts';
import { labelOf } from '../widgets/code.tsx';
import { fieldsOf } from '../widgets/form-fields.ts';
import { LinkRow } from '../widgets/link-row.tsx';
import { FOLDERS } from './mail-folders.ts';
import { useUndelivered } from './use-undelivered.ts';

/** The folders of an agent's mail. That of failed mail says how many did not arrive lately. */
export function FolderLinks({ agentId, folder }: { readonly agentId: string; readonly folder: string }) {
  const undelivered = useUndelivered(agentId);
  const links = FOLDERS.map((name) => ({
    href: href(['agents', agentId, 'mail'], { folder: name }),
    title: name === 'failed' && undelivered !== undefined ? `Failed ${undelivered}` : labelOf(name),
    code: name,
    isCurrent: name === folder,
  }));
  return <LinkRow class="parts folders" label="Folders" links={links} />;
}

/** Finds messages by words of their subjects and addresses. */
export function MailSearch({ words }: { readonly words: string }) {
  const search = (event: SubmitEvent) => {
    event.preventDefault();
    goTo(hrefWith({ q: fieldsOf(event).q ?? '' }));
  };
  return (
    <form class="filters" role="search" aria-label="Messages" onSubmit={search}>
      <input
        type="search"
        name="q"
        aria-label="Search texts and people"
        placeholder="Search texts and people"
        value={words}
      />
    </form>
  );
}
