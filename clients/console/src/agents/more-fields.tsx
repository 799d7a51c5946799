import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

interface MoreFieldsProps {
  readonly title: string;
  /** Whether a field has a value or an error, so that it must be in sight. */
  readonly isNeeded: boolean;
  readonly children: ComponentChildren;
}

/** Fields that are folded until they are needed. Then they stay open, even if the person empties the field again. */
export function MoreFields({ title, isNeeded, children }: MoreFieldsProps) {
  const [isOpen, setOpen] = useState(isNeeded);
  return (
    <details
      class="more"
      open={isOpen || isNeeded}
      onToggle={(event: Event) => setOpen((event.target as HTMLDetailsElement).open)}
    >
      <summary>{title}</summary>
      {children}
    </details>
  );
}
