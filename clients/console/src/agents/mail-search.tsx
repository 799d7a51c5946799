import type { ComponentChildren } from 'preact';
import { goTo, hrefWith } from '../shell/route.ts';
import { fieldsOf } from '../widgets/form-fields.ts';
import { SearchField } from '../widgets/search-field.tsx';
import type { MailView } from './mail-folders.ts';

interface MailSearchProps {
  readonly view: MailView;
  /** What can be done with the list. */
  readonly children?: ComponentChildren;
}

/** Finds messages by words of their texts, people and files, and those that are unread or have a label. */
export function MailSearch({ view: { q, label, is_read: isRead }, children }: MailSearchProps) {
  const search = (event: SubmitEvent) => {
    event.preventDefault();
    goTo(hrefWith({ q: fieldsOf(event).q ?? '' }));
  };
  const isUnread = isRead === 'false';
  return (
    <form class="filters" role="search" aria-label="Messages" onSubmit={search}>
      <SearchField label="Search mail" words={q} />
      <label>
        <input
          type="checkbox"
          checked={isUnread}
          onChange={() => goTo(hrefWith({ is_read: isUnread ? '' : 'false' }))}
        />
        Unread
      </label>
      {children}
      {label !== '' && (
        <a class="chip" href={hrefWith({ label: '' })} title="Show messages without this label too">
          Label {label} <span aria-hidden="true">×</span>
        </a>
      )}
    </form>
  );
}
