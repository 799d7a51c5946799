import type { Contact } from '../../../typescript/src/index.ts';
import { goTo, hrefWith, route } from '../shell/route.ts';
import { aidOfSession } from '../shell/session.ts';
import { AgentName } from '../widgets/agent-name.tsx';
import { Code } from '../widgets/code.tsx';
import { Confirm } from '../widgets/confirm.tsx';
import { EmptyState } from '../widgets/empty-state.tsx';
import { ErrorText } from '../widgets/error-text.tsx';
import { fieldsOf } from '../widgets/form-fields.ts';
import { Intro } from '../widgets/intro.tsx';
import { PagedTable } from '../widgets/paged-table.tsx';
import { SearchField } from '../widgets/search-field.tsx';
import { Snippets } from '../widgets/snippets.tsx';
import { TableRow } from '../widgets/table-row.tsx';
import { useAction } from '../widgets/use-action.ts';
import { usePages } from '../widgets/use-pages.ts';
import { NewContact } from './new-contact.tsx';

const COLUMNS = ['Name', 'Addresses and handles', 'Company', 'From', 'Agent', ''];

/** The contacts, with a search and a form for a new one. */
export function ContactList() {
  const words = route.value.query.get('q') ?? '';
  const filter = words === '' ? {} : { q: words };
  const pages = usePages<Contact>(
    'contacts',
    (signal, limit) =>
      aidOfSession()
        .contacts.list({ ...filter, limit }, { signal })
        .firstPage(),
    [filter],
  );
  const search = (event: SubmitEvent) => {
    event.preventDefault();
    goTo(hrefWith({ q: fieldsOf(event).q ?? '' }));
  };
  const remove = useAction(async (id: string) => {
    await aidOfSession().contacts.delete(id);
    pages.reload();
  });
  const row = ({
    id,
    display_name: name,
    emails,
    agent_handles: handles,
    company,
    source,
    identity_id: of,
  }: Contact) => (
    <TableRow
      key={id}
      id={id}
      cells={[
        name,
        [...emails, ...handles].join(', '),
        company,
        <Code code={source} />,
        <AgentName id={of} none="all agents" />,
        <Confirm title="Delete" question={`Delete ${name}?`} onConfirm={() => remove.run(id)} />,
      ]}
    />
  );
  const none =
    words === '' ? (
      <EmptyState
        title="There are no contacts yet."
        action={<NewContact label="Add the first contact" onCreated={pages.reload} />}
      >
        Agents add those whom they write to, and you can add people and companies that all agents should know.
      </EmptyState>
    ) : (
      'No contacts found.'
    );
  return (
    <>
      <Intro action={<NewContact onCreated={pages.reload} />}>
        Whom the agents know. An email of a contact is not that of a stranger, which rules and approvals can ask about.
      </Intro>
      <form class="filters" role="search" aria-label="Contacts" onSubmit={search}>
        <SearchField label="Name, company, address or handle" placeholder="Search" words={words} />
      </form>
      <ErrorText error={remove.error} />
      <PagedTable pages={pages} label="Contacts" columns={COLUMNS} row={row} empty={none} />
      <Snippets call={{ name: 'contacts.list', verb: 'GET', path: '/v1/contacts', params: filter, isList: true }} />
    </>
  );
}
