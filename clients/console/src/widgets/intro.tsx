import type { ComponentChildren } from 'preact';

interface IntroProps {
  /** What the records of the page are for, in a sentence or two. */
  readonly children: ComponentChildren;
  /** The main action of the page. */
  readonly action?: ComponentChildren;
}

/** The beginning of a page or of a part: what it is for, and its main action. */
export function Intro({ children, action }: IntroProps) {
  return (
    <div class="intro">
      <p class="quiet">{children}</p>
      {action && <div class="actions">{action}</div>}
    </div>
  );
}
