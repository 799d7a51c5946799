import { useEffect } from 'preact/hooks';
import type { Message } from '../../../typescript/src/index.ts';
import { replaceWith } from '../shell/route.ts';
import { openDialog } from '../shell/shortcuts.ts';
import type { PagesRead } from '../widgets/use-pages.ts';

interface MessageStepsProps {
  readonly pages: PagesRead<Message>;
  /** The message that is open. */
  readonly chosen: string;
  readonly addressOf: (id: string) => string;
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
  const [previous, next] = at === -1 ? [] : [rows[at - 1]?.id, rows[at + 1]?.id];
  const isLast = at !== -1 && next === undefined;
  useEffect(() => {
    if (isLast && hasMore) more();
  }, [isLast, hasMore]);
  useEffect(() => {
    let goAt = Number.NEGATIVE_INFINITY;
    const onKey = (event: KeyboardEvent) => {
      const { key, timeStamp, target } = event;
      const isTyping = target instanceof HTMLElement && /^(?:INPUT|SELECT|TEXTAREA)$/.test(target.tagName);
      const isPlain = !(event.ctrlKey || event.metaKey || event.altKey);
      const isSequence = timeStamp - goAt < SEQUENCE_MS;
      goAt = key === 'g' ? timeStamp : Number.NEGATIVE_INFINITY;
      if (isTyping || !isPlain || isSequence || openDialog.value !== undefined) return;
      const id = key === 'n' ? next : key === 'p' ? previous : undefined;
      if (id !== undefined) replaceWith(addressOf(id));
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [previous, next]);
  return (
    <nav class="steps" aria-label="Messages of the list">
      <Step id={previous} title="Previous" shortcut="p" addressOf={addressOf} />
      <Step id={next} title="Next" shortcut="n" addressOf={addressOf} />
    </nav>
  );
}

interface StepProps {
  readonly id: string | undefined;
  readonly title: string;
  readonly shortcut: string;
  readonly addressOf: (id: string) => string;
}

function Step({ id, title, shortcut, addressOf }: StepProps) {
  const words = `${title} message (${shortcut})`;
  return (
    <button type="button" disabled={id === undefined} title={words} onClick={() => id && replaceWith(addressOf(id))}>
      {title}
    </button>
  );
}
