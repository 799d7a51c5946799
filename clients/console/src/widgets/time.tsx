import { present } from './clock.ts';
import { relativeText } from './relative-time.ts';

const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

interface TimeProps {
  readonly at: string | null | undefined;
  /** Shows the exact time too, where a record is looked at and not a list. */
  readonly isExact?: boolean;
}

/** A time as how long ago it was, or how far ahead it is. The exact time is in the title. */
export function Time({ at, isExact = false }: TimeProps) {
  if (at === null || at === undefined) return <span class="quiet">never</span>;
  const date = new Date(at);
  const near = relativeText(date.getTime(), present());
  const text = exact.format(date);
  return (
    <time datetime={at} title={`${text} (${at})`}>
      {isExact ? `${text}${near === undefined ? '' : ` (${near})`}` : (near ?? day.format(date))}
    </time>
  );
}
