import { useRef, useState } from 'preact/hooks';
import { GAP, type ListEntry } from './list-entries.ts';
import { keepTop, keptTop, placeOfList } from './list-store.ts';

/** The entries of a list that are shown, and how many new ones wait above them. */
interface HeldRows<T> {
  readonly shown: readonly ListEntry<T>[];
  readonly held: number;
  /** Shows them. */
  showHeld(): void;
}

/** From this place on, a page has been scrolled to read something, in pixels. */
const SCROLLED = 40;

/**
 * Keeps new rows above those that a person reads, until the person asks for them: nothing moves while the page is
 * scrolled, a row has the focus or the mouse, or `isOpen` says that one is open. Otherwise they are shown as they
 * arrive. Coming back to a list shows it as it was left.
 *
 * @param list the name of the list, and the filters on which it depends: those of `usePages`
 */
export function useHeldRows<T>(
  list: readonly [name: string, on: readonly unknown[]],
  entries: readonly ListEntry<T>[],
  isOpen: boolean,
): HeldRows<T> {
  const place = placeOfList(...list);
  const [, setTurn] = useState(0);
  const present = useRef({ place: '', isHolding: false });
  if (present.current.place !== place) present.current = { place, isHolding: keptTop(place) !== undefined };
  const state = present.current;

  const top = keptTop(place);
  const above = entries.findIndex(({ key }) => key === top);
  if (above > 0 && (state.isHolding || isOpen || isRead())) {
    state.isHolding = true;
    const held = entries.slice(0, above).filter(({ key }) => key !== GAP).length;
    const showHeld = () => {
      state.isHolding = false;
      keepTop(place, entries[0]?.key);
      scrollTo({ top: 0 });
      setTurn((turn) => turn + 1);
    };
    return { shown: entries.slice(above), held, showHeld };
  }
  state.isHolding = false;
  const [first] = entries;
  if (first !== undefined && first.key !== GAP) keepTop(place, first.key);
  return { shown: entries, held: 0, showHeld: () => {} };
}

/** Whether a person reads the list of the page or is about to press one of its rows. */
function isRead(): boolean {
  return scrollY > SCROLLED || document.querySelector('main [data-row]:is(:hover, :focus-within)') !== null;
}
