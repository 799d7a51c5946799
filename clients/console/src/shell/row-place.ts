import { useEffect } from 'preact/hooks';
import { presentEntry } from './history-entries.ts';

/** The row that has the focus, so that it has it again if its element is replaced, moved or removed. */
interface RowPlace {
  readonly list: Element;
  readonly key: string;
  /** Its number in the list: where the row itself is gone, the one in its place gets the focus. */
  readonly index: number;
  /** Which link or button of the row has the focus; -1 for the row itself. */
  readonly part: number;
}

/** How many entries of the history keep their row. */
const MAX_PLACES = 40;

const places = new Map<string, RowPlace>();

/** Forgets all rows: they belong to a session that has ended. */
export function forgetPlaces(): void {
  places.clear();
}

/**
 * Keeps the focus in the row where the person has put it. A browser takes it away from an element that is moved or
 * removed, which happens where a list changes while someone uses it. It is restored in the same task as the change, so
 * that no key press comes between. Coming back to an entry of the history restores the row of that entry.
 */
export function useRowPlace(): void {
  useEffect(() => {
    const changes = new MutationObserver(restore);
    changes.observe(document.body, { childList: true, subtree: true });
    addEventListener('focusin', note);
    addEventListener('pointerdown', leave);
    return () => {
      changes.disconnect();
      removeEventListener('focusin', note);
      removeEventListener('pointerdown', leave);
    };
  }, []);
}

function note({ target }: FocusEvent): void {
  // The focus comes back from a dialog to where it was opened.
  if (!(target instanceof Element) || target.closest('dialog') !== null) return;
  const entry = presentEntry();
  const row = target.closest<HTMLElement>('main [data-row]');
  const list = row?.closest('ul, table');
  places.delete(entry);
  if (row === null || list === null || list === undefined) return;
  const part = row === target ? -1 : partsOf(row).indexOf(target);
  places.set(entry, { list, key: keyOf(row), index: rowsOf(list).indexOf(row), part });
  for (const oldest of places.keys()) if (places.size > MAX_PLACES) places.delete(oldest);
}

/** A click outside of the rows takes the focus away on purpose. */
function leave({ target }: PointerEvent): void {
  if (target instanceof Element && target.closest('[data-row], dialog') === null) places.delete(presentEntry());
}

function restore(): void {
  if (document.activeElement !== null && document.activeElement !== document.body) return;
  const place = places.get(presentEntry());
  if (place === undefined) return;
  const rows = [...document.querySelectorAll<HTMLElement>('main [data-row]')];
  const row = rows.find((one) => keyOf(one) === place.key) ?? neighbor(place);
  if (row === undefined) return;
  const target = place.part === -1 ? row : (partsOf(row)[place.part] ?? row);
  (target as HTMLElement).focus({ preventScroll: true });
}

/** The row that is now in the place of one that is gone, as long as its list is there. */
function neighbor({ list, index }: RowPlace): HTMLElement | undefined {
  if (!list.isConnected) return undefined;
  const rows = rowsOf(list);
  return rows[Math.min(index, rows.length - 1)];
}

const rowsOf = (list: Element) => [...list.querySelectorAll<HTMLElement>('[data-row]')];
const partsOf = (row: Element): readonly Element[] => [...row.querySelectorAll('a[href], button')];

/** What distinguishes a row: its address or, in a table, the id that it names. */
function keyOf(row: HTMLElement): string {
  return row.getAttribute('href') ?? (row.dataset.row || (row.textContent ?? ''));
}
