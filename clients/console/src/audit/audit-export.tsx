import { useState } from 'preact/hooks';
import { aidOfSession } from '../shell/session.ts';
import { ErrorText } from '../widgets/error-text.tsx';
import { useAction } from '../widgets/use-action.ts';
import type { AuditFilter } from './audit-filter.ts';

/** The largest page of the API. See: docs/contract/conventions.md#lists. */
const PAGE = 200;

/** Downloads all entries that match, as JSON Lines: one entry on each line. */
export function AuditExport({ filter }: { readonly filter: AuditFilter }) {
  const [count, setCount] = useState(0);
  const download = useAction(async () => {
    const lines: string[] = [];
    for await (const entry of aidOfSession().audit.list({ ...filter, limit: PAGE })) {
      lines.push(`${JSON.stringify(entry)}\n`);
      if (lines.length % PAGE === 0) setCount(lines.length);
    }
    setCount(lines.length);
    save('audit.jsonl', new Blob(lines, { type: 'application/jsonl' }));
  });
  return (
    <>
      <p>
        <button type="button" disabled={download.isRunning} onClick={download.run}>
          Export as JSON Lines
        </button>{' '}
        <span role="status" class="quiet">
          {count > 0 && `${download.isRunning ? 'So far' : 'Exported'}: ${count}`}
        </span>
      </p>
      <ErrorText error={download.error} />
    </>
  );
}

/** Browsers may read the bytes after the click. */
const KEPT_MS = 60_000;

/** Saves bytes of the page as a file of the person. */
function save(name: string, bytes: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(bytes);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}
