interface EventGapProps {
  /** Why the events could not be loaded; `undefined` while they are loading. */
  readonly error: unknown;
  readonly onLoad: () => void;
}

/** The place in the list of events that more have arrived between than are kept. They are loaded from the log. */
export function EventGap({ error, onLoad }: EventGapProps) {
  return (
    <li class="gap">
      {error === undefined ? (
        <p class="quiet">Loading the events in between…</p>
      ) : (
        <p>
          Events are missing here.{' '}
          <button type="button" onClick={onLoad}>
            Load them
          </button>
        </p>
      )}
    </li>
  );
}
