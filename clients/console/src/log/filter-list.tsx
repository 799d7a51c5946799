import { useState } from 'preact/hooks';
import { href } from '../shell/route.ts';
import { session } from '../shell/session.ts';
import { Dialog } from '../widgets/dialog.tsx';
import { Field } from '../widgets/field.tsx';
import { fieldsOf } from '../widgets/form-fields.ts';
import { type EventFilter, FILTERS } from './event-filter.ts';
import { forgetFilter, savedFilters, saveFilter } from './saved-filters.ts';

/** The filters that the person has saved by name, and a button that saves the present one. */
export function FilterList({ filter }: { readonly filter: EventFilter }) {
  const organizationId = session.value?.actor.org_id ?? '';
  const [saved, setSaved] = useState(() => savedFilters(organizationId));
  const [isOpen, setOpen] = useState(false);
  const present = saved.find((one) => isSame(one.filter, filter));
  const isEmpty = Object.keys(filter).length === 0;
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    setSaved(saveFilter(organizationId, { name: fieldsOf(event).name ?? '', filter }));
    setOpen(false);
  };
  if (saved.length === 0 && isEmpty) return null;
  return (
    <div class="saved-filters">
      {saved.length > 0 && (
        <nav class="parts" aria-label="Saved filters">
          {saved.map((one) => (
            <a key={one.name} href={href(['log'], one.filter)} aria-current={one === present ? 'page' : undefined}>
              {one.name}
            </a>
          ))}
        </nav>
      )}
      {!isEmpty && present === undefined && (
        <button type="button" class="plain" onClick={() => setOpen(true)}>
          Save filter
        </button>
      )}
      {present !== undefined && (
        <button type="button" class="plain" onClick={() => setSaved(forgetFilter(organizationId, present.name))}>
          Forget “{present.name}”
        </button>
      )}
      {isOpen && (
        <Dialog title="Save filter" onClose={() => setOpen(false)}>
          <form onSubmit={save}>
            <Field label="Filter name" name="name" required hint="It is kept in this browser, for this organization" />
            <button class="primary">Save</button>
          </form>
        </Dialog>
      )}
    </div>
  );
}

const isSame = (one: EventFilter, other: EventFilter) => FILTERS.every((name) => one[name] === other[name]);
