import type { DayCount } from './counts-by-day.ts';

interface DayChartProps {
  readonly title: string;
  readonly counts: readonly DayCount[];
  /** Whether the bars are failures. The title says so too. */
  readonly isFailure?: boolean;
}

const format = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** A number for each day as a bar, with the day and the number as text. */
export function DayChart({ title, counts, isFailure = false }: DayChartProps) {
  const most = Math.max(1, ...counts.map(({ count }) => count));
  const sum = counts.reduce((all, { count }) => all + count, 0);
  return (
    <figure class="chart">
      <figcaption>
        {title} <strong>{sum.toLocaleString()}</strong>
      </figcaption>
      <ol>
        {counts.map(({ day, count }) => {
          const text = `${format.format(new Date(day))}: ${count.toLocaleString()}`;
          return (
            <li key={day} title={text}>
              <span class="sr">{text}</span>
              <span class={isFailure ? 'bar failure' : 'bar'} style={{ height: `${(count / most) * 100}%` }} />
            </li>
          );
        })}
      </ol>
    </figure>
  );
}
