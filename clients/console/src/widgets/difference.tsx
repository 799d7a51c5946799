import { lineDifference } from './line-difference.ts';

const SIGNS = { same: ' ', removed: '−', added: '+' } as const;

interface DifferenceProps {
  /** What has changed: `Subject`. */
  readonly label: string;
  readonly before: string;
  readonly after: string;
}

/** The lines of two texts: those of both, the removed and the added ones. Colors repeat what signs and elements say. */
export function Difference({ label, before, after }: DifferenceProps) {
  return (
    <pre class="difference" tabindex={0} role="region" aria-label={label}>
      {lineDifference(before, after).map(({ change, text }) => {
        const line = `${SIGNS[change]} ${text}\n`;
        if (change === 'removed') return <del>{line}</del>;
        return change === 'added' ? <ins>{line}</ins> : line;
      })}
    </pre>
  );
}
