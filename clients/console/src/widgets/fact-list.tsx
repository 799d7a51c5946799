import type { ComponentChildren } from 'preact';

/** What is known of a record. A value that is null, undefined or false is left out with its name. */
type Facts = Readonly<Record<string, ComponentChildren>>;

/** A list of names and values. */
export function FactList({ facts }: { readonly facts: Facts }) {
  const shown = Object.entries(facts).filter(([, value]) => value !== undefined && value !== null && value !== false);
  return (
    <dl class="fields">
      {shown.map(([name, value]) => (
        <div>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
