import type { Contact } from '../../../typescript/src/index.ts';
import { goTo, hrefWith, route } from '../shell/route.ts';
import { aidOfSession } from '../shell/session.ts';
import { AgentName } from '../widgets/agent-name.tsx';
import { Code } from '../widgets/code.tsx';
import { Confirm } from '../widgets/confirm.tsx';
import { ErrorText } from '../widgets/error-text.tsx';
import { Field } from '../widgets/field.tsx';
import { fieldsOf } from '../widgets/form-fields.ts';
import { PagedTable } from '../widgets/paged-table.tsx';
import { Snippets } from '../widgets/snippets.tsx';
import { TableRow } from '../widgets/table-row.tsx';
import { useAction } from '../widgets/use-action.ts';
import { useForm } from '../widgets/use-form.ts';
import { usePages } from '../widgets/use-pages.ts';

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
  const create = useForm(async ({ display_name = '', email = '' }, form) => {
    await aidOfSession().contacts.create({ emails: [email], ...(display_name !== '' && { display_name }) });
    form.reset();
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
  return (
    <>
      <form class="filters" role="search" aria-label="Contacts" onSubmit={search}>
        <input
          type="search"
          name="q"
          aria-label="Name, company, address or handle"
          placeholder="Search"
          value={words}
        />
      </form>
      <ErrorText error={remove.error} />
      <PagedTable pages={pages} label="Contacts" columns={COLUMNS} row={row} empty="No contacts found." />
      <details class="new">
        <summary>New contact</summary>
        <form onSubmit={create.run}>
          <Field label="Email address" name="email" type="email" required />
          <Field label="Name" name="display_name" />
          <ErrorText error={create.error} />
          <button class="primary" disabled={create.isRunning}>
            Create contact
          </button>
        </form>
      </details>
      <Snippets call={{ name: 'contacts.list', verb: 'GET', path: '/v1/contacts', params: filter, isList: true }} />
    </>
  );
}
