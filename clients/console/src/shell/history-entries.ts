/** What the browser stores with an entry of its history. */
interface EntryState {
  /** Distinguishes the entry from others with the same address. */
  readonly entry: string;
  /** The fragment of the entry before it. */
  readonly before: string | undefined;
}

/** Where the page was scrolled when the person left an entry, in pixels. */
const scrolls = new Map<string, number>();
const MAX_SCROLLS = 200;

/** What a person does to scroll, and to click. Restoring a place ends with it. */
const INPUTS = ['wheel', 'touchstart', 'keydown', 'mousedown'] as const;

let present: EntryState = mark(undefined);
let presentFragment = location.hash;
let isReplacing = false;
let stopRestoring = () => {};

/** The entry of the browser's history that is shown. A new one for each link that is followed. */
export function presentEntry(): string {
  return present.entry;
}

/** The fragment of the entry that going back leads to, if it is a place in the console. */
export function fragmentBefore(): string | undefined {
  return present.before;
}

/** Says that the next change of the address replaces the present entry. */
export function replaceNext(): void {
  isReplacing = true;
}

/** Restores scroll positions itself: the browser would do so before lists have loaded. */
export function restoreScrollPositions(): void {
  history.scrollRestoration = 'manual';
}

/**
 * Notes that the address has changed, before the new place is shown. An entry that the person returns to is scrolled to
 * where it was left; a new one to the top, unless it is only another view of the same page.
 */
export function enterEntry({ isSamePage }: { readonly isSamePage: boolean }): void {
  keepScroll(present.entry);
  const known = stateOf(history.state);
  present = known ?? mark(isReplacing ? present.before : presentFragment);
  presentFragment = location.hash;
  isReplacing = false;
  const place = scrolls.get(present.entry);
  if (place !== undefined) scrollOnceShown(place);
  else if (!isSamePage) scrollOnceShown(0);
}

function mark(before: string | undefined): EntryState {
  const state = stateOf(history.state) ?? { entry: crypto.randomUUID(), before };
  history.replaceState(state, '');
  return state;
}

function stateOf(value: unknown): EntryState | undefined {
  return typeof value === 'object' && value !== null && 'entry' in value ? (value as EntryState) : undefined;
}

function keepScroll(entry: string): void {
  scrolls.delete(entry);
  scrolls.set(entry, scrollY);
  for (const oldest of scrolls.keys()) if (scrolls.size > MAX_SCROLLS) scrolls.delete(oldest);
}

/** Scrolls as soon as the page is long enough, which it may be only after something has loaded. */
function scrollOnceShown(place: number): void {
  stopRestoring();
  const resized = new ResizeObserver(() => {
    scrollTo(0, place);
    if (Math.abs(scrollY - place) < 2) stopRestoring();
  });
  stopRestoring = () => {
    resized.disconnect();
    for (const name of INPUTS) removeEventListener(name, stopRestoring);
  };
  for (const name of INPUTS) addEventListener(name, stopRestoring, { passive: true });
  resized.observe(document.body);
}
