import type { ComponentChildren } from 'preact';

interface EmptyStateProps {
  /** That there is nothing: `There are no leases yet.` */
  readonly title: string;
  /** What would be here, and how it gets here. */
  readonly children?: ComponentChildren;
  /** The first step. */
  readonly action?: ComponentChildren;
}

/** A list without rows: it says what would be here, and offers the first step. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div class="empty">
      <p>
        <strong>{title}</strong>
      </p>
      {children && <p class="quiet">{children}</p>}
      {action && <div class="actions">{action}</div>}
    </div>
  );
}
