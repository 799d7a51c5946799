import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Message } from '../../../typescript/src/index.ts';
import { isTaken } from '../shell/shortcuts.ts';

/** The rows of a list that a person has selected. */
export interface Selection {
  /** They are in the order of the list. */
  readonly rows: readonly Message[];
  has(id: string): boolean;
  /** Selects a row, or no longer; and with it all rows from the one before, if `isRange` is true. */
  toggle(id: string, isRange: boolean): void;
  clear(): void;
}

/** Lets a person select rows: by their boxes, or by the key `x` the row that has the focus, with Shift a range. */
export function useSelection(rows: readonly Message[]): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const last = useRef<string | undefined>(undefined);
  const selected = rows.filter(({ id }) => ids.has(id));
  const indexOf = (one: string | undefined) => rows.findIndex(({ id }) => id === one);
  const toggle = (id: string, isRange: boolean) => {
    const [to, from] = [indexOf(id), indexOf(last.current)];
    const first = isRange && from !== -1 ? Math.min(from, to) : to;
    const range = rows.slice(first, Math.max(to, isRange ? from : to) + 1).map((row) => row.id);
    last.current = id;
    const others = [...ids].filter((one) => !range.includes(one));
    setIds(new Set(ids.has(id) ? others : [...others, ...range]));
  };
  const clear = () => setIds(new Set<string>());
  useEffect(() => {
    // What has left the list is not selected if it comes back.
    if (selected.length < ids.size) setIds((now) => new Set(rows.map(({ id }) => id).filter((id) => now.has(id))));
  }, [rows]);

  const latest = useRef({ toggle, clear });
  latest.current = { toggle, clear };
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTaken(event)) return;
      const focused = document.activeElement;
      if (event.key === 'Escape' && focused?.closest('[popover]') === null) latest.current.clear();
      const row = focused?.closest<HTMLElement>('.mailbox li[data-id]');
      if (event.key.toLowerCase() === 'x' && row?.dataset.id) latest.current.toggle(row.dataset.id, event.shiftKey);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return { rows: selected, has: (id) => ids.has(id), toggle, clear };
}
