import type { ComponentChildren } from 'preact';
import { IdLink } from './id-link.tsx';

interface JsonViewProps {
  readonly value: unknown;
  /** The agent that the mail in the value belongs to. */
  readonly of?: string | null;
  /** What it is, for screen readers. */
  readonly label: string;
}

/** A JSON value as text, in which ids are links. */
export function JsonView({ value, of = null, label }: JsonViewProps) {
  return (
    <pre class="json" tabindex={0} role="region" aria-label={label}>
      {linesOf(value, of, '')}
    </pre>
  );
}

/** The text of a value, as `JSON.stringify` would format it with indentation. */
function linesOf(value: unknown, of: string | null, indent: string): ComponentChildren {
  if (typeof value === 'string') {
    return /^[a-z]{3}_\w{26}$/.test(value) ? (
      <>
        "<IdLink id={value} of={of} />"
      </>
    ) : (
      JSON.stringify(value)
    );
  }
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const isArray = Array.isArray(value);
  const [open, close] = isArray ? ['[', ']'] : ['{', '}'];
  const entries = Object.entries(value);
  if (entries.length === 0) return open + close;
  const deeper = `${indent}  `;
  const lines = entries.map(([name, item], index) => [
    index === 0 ? '\n' : ',\n',
    deeper,
    isArray ? (
      ''
    ) : (
      <>
        <span class="name">{JSON.stringify(name)}</span>:{' '}
      </>
    ),
    linesOf(item, of, deeper),
  ]);
  return [open, lines, `\n${indent}`, close];
}
