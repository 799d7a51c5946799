import { Table } from '../widgets/table.tsx';
import { TableRow } from '../widgets/table-row.tsx';

/** What can be typed, and what it finds. See: docs/contract/search.md#queries. */
const FORMS: readonly (readonly [query: string, finds: string])[] = [
  ['blue lamp', 'both words, anywhere in texts, subjects, names or files'],
  ['"blue lamp"', 'the words one after the other'],
  ['invoi*', 'words that begin so'],
  ['-draft', 'what does not have the word'],
  ['from:ada to:bob', 'messages by their author and recipients'],
  ['subject:invoice', 'messages with the word in the subject'],
  ['label:urgent in:archive has:attachment', 'messages with a label, in a folder, with files'],
  ['after:2026-01-31 before:2026-02-28', 'what was created in that time'],
];

/** The forms of a query, shown until something is searched. */
export function QueryHelp() {
  return (
    <Table label="What can be searched" columns={['Query', 'Finds']}>
      {FORMS.map(([query, finds]) => (
        <TableRow key={query} id={query} cells={[<code>{query}</code>, finds]} />
      ))}
    </Table>
  );
}
