import { useEffect, useLayoutEffect } from 'preact/hooks';
import type { Message } from '../../../typescript/src/index.ts';
import { replaceWith } from '../shell/route.ts';
import { isTaken } from '../shell/shortcuts.ts';
import type { PagesRead } from '../widgets/use-pages.ts';

interface MessageStepsProps {
  readonly pages: PagesRead<Message>;
  /** The message that is open. */
  readonly chosen: string;
  readonly addressOf: (message: Message) => string;
}

/** How long after `g` another key belongs to it. See: clients/console/src/shell/shortcuts.ts. */
const SEQUENCE_MS = 1500;

/**
 * Leads to the messages before and after the one that is open, by buttons and by the keys `p` and `n`. Going back leads
 * to the list.
 */
export function MessageSteps({ pages, chosen, addressOf }: MessageStepsProps) {
  const { rows = [], hasMore, more } = pages;
  const at = rows.findIndex(({ id }) => id === chosen);
  const [previous, next] = at === -1 ? [] : [rows[at - 1], rows[at + 1]];
  const isLast = at !== -1 && next === undefined;
  useEffect(() => {
    if (isLast && hasMore) more();
  }, [isLast, hasMore]);
  useLayoutEffect(() => {
    let goAt = Number.NEGATIVE_INFINITY;
    const onKey = (event: KeyboardEvent) => {
      const { key, timeStamp } = event;
      const isPlain = !(event.ctrlKey || event.metaKey || event.altKey);
      const isSequence = timeStamp - goAt < SEQUENCE_MS;
      goAt = key === 'g' ? timeStamp : Number.NEGATIVE_INFINITY;
      if (isTaken(event) || !isPlain || isSequence) return;
      const message = key === 'n' ? next : key === 'p' ? previous : undefined;
      if (message !== undefined) replaceWith(addressOf(message));
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [previous?.id, next?.id]);
  return (
    <nav class="steps" aria-label="Messages of the list">
      <Step message={previous} title="Previous" shortcut="p" addressOf={addressOf} />
      <Step message={next} title="Next" shortcut="n" addressOf={addressOf} />
    </nav>
  );
}

interface StepProps {
  readonly message: Message | undefined;
  readonly title: string;
  readonly shortcut: string;
  readonly addressOf: (message: Message) => string;
}

function Step({ message, title, shortcut, addressOf }: StepProps) {
  const words = `${title} message (${shortcut})`;
  return (
    <button
      type="button"
      disabled={message === undefined}
      title={words}
      onClick={() => message && replaceWith(addressOf(message))}
    >
      {title}
    </button>
  );
}
