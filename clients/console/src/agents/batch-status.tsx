import type { BatchReport } from './change-messages.ts';

/** How many reasons are shown. */
const MAX_SHOWN = 5;

/** What became of messages that were changed together. The region exists before it says something. */
export function BatchStatus({ report }: { readonly report: BatchReport | undefined }) {
  const problems = report?.problems ?? [];
  return (
    <div role="status">
      {report !== undefined && <p>{report.done}</p>}
      {problems.length > 0 && (
        <ul class="error">
          {problems.slice(0, MAX_SHOWN).map((problem) => (
            <li>{problem}</li>
          ))}
          {problems.length > MAX_SHOWN && <li>{problems.length - MAX_SHOWN} more were not changed.</li>}
        </ul>
      )}
    </div>
  );
}
