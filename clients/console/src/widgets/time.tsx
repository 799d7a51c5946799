const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });

/** A time: only the time of day if it is today, otherwise the date too. The exact time is in the title. */
export function Time({ at }: { readonly at: string | null | undefined }) {
  if (at === null || at === undefined) return <span class="quiet">never</span>;
  const date = new Date(at);
  const isToday = date.toDateString() === new Date().toDateString();
  return (
    <time datetime={at} title={at}>
      {(isToday ? clock : format).format(date)}
    </time>
  );
}
