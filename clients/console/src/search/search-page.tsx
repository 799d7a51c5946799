import type { SearchKind, SearchResult } from '../../../typescript/src/index.ts';
import { goTo, hrefWith, route } from '../shell/route.ts';
import { aidOfSession } from '../shell/session.ts';
import { AgentSelect } from '../widgets/agent-select.tsx';
import { labelOf } from '../widgets/code.tsx';
import { EmptyState } from '../widgets/empty-state.tsx';
import { fieldsOf } from '../widgets/form-fields.ts';
import { Intro } from '../widgets/intro.tsx';
import { LinkRow } from '../widgets/link-row.tsx';
import { ListEnd } from '../widgets/list-end.tsx';
import { pageOf } from '../widgets/page-of.ts';
import { SearchField } from '../widgets/search-field.tsx';
import { Snippets } from '../widgets/snippets.tsx';
import { useAgents } from '../widgets/use-agents.ts';
import { usePages } from '../widgets/use-pages.ts';
import { QueryHelp } from './query-help.tsx';
import { SearchResultRow } from './search-result-row.tsx';

/** The empty one is for messages, tasks and contacts together. */
const KINDS = ['', 'mail', 'task', 'contact', 'event'] as const;

const TITLES: Readonly<Record<string, string>> = { '': 'All', mail: 'Mail', task: 'Tasks', contact: 'Contacts' };

/** Finds messages, tasks, contacts and events by their words. The query is in the URL. */
export function SearchPage() {
  const { query } = route.value;
  const words = query.get('q') ?? '';
  const kind = query.get('kind') ?? '';
  const agent = query.get('identity_id') ?? '';
  const agents = useAgents();
  const filter = {
    q: words,
    ...(kind !== '' && { kind: kind as SearchKind }),
    ...(agent !== '' && { identity_id: agent }),
  };
  const pages = usePages<SearchResult>(
    'search',
    async (signal, limit) =>
      words === ''
        ? pageOf<SearchResult>([])
        : aidOfSession()
            .search({ ...filter, limit }, { signal })
            .firstPage(),
    [filter],
  );
  const search = (event: SubmitEvent) => {
    event.preventDefault();
    goTo(hrefWith({ q: fieldsOf(event).q ?? '' }));
  };
  const links = KINDS.map((one) => ({
    href: hrefWith({ kind: one }),
    title: TITLES[one] ?? `${labelOf(one)}s`,
    isCurrent: one === kind,
  }));
  return (
    <>
      <h1>Search</h1>
      <Intro>
        Finds messages by their texts, people and attachments, and tasks, contacts and events by their words, newest
        first.
      </Intro>
      <form class="filters" role="search" aria-label="Everything" onSubmit={search}>
        <SearchField label="Search" words={words} />
        <button type="submit">Search</button>
        <LinkRow class="parts" label="Kind" links={links} />
        <AgentSelect value={agent} />
      </form>
      <ul class="rows found" aria-label="Found">
        {(pages.rows ?? []).map((result) => (
          <SearchResultRow key={`${result.kind} ${result.id}`} result={result} agents={agents} />
        ))}
      </ul>
      {words === '' ? (
        <QueryHelp />
      ) : (
        <>
          <ListEnd
            pages={pages}
            what="results"
            empty={
              <EmptyState title="Nothing was found.">
                Words are whole words: <code>invoi*</code> finds those that begin so. Messages in spam are found where a
                query says <code>in:spam</code>.
              </EmptyState>
            }
          />
          <Snippets call={{ name: 'search', verb: 'GET', path: '/v1/search', params: filter, isList: true }} />
        </>
      )}
    </>
  );
}
