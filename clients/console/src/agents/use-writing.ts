import { useRef, useState } from 'preact/hooks';
import type { FullMailDraft } from '../../../typescript/src/index.ts';
import { presentEntry } from '../shell/history-entries.ts';
import { sessionMemory } from '../shell/session-memory.ts';
import { hasKeptFields } from '../widgets/kept-fields.ts';
import { type ComposeFields, EMPTY_FIELDS, fieldsOfDraft } from './compose-mail.ts';

/** A message that is being written. */
interface Writing {
  readonly fields: ComposeFields;
  /** New files; `undefined` if those of the draft stay. */
  readonly files: readonly File[] | undefined;
  /** The draft that the message is saved as. */
  readonly draft: FullMailDraft | undefined;
  /** Whether the draft has all that was entered. */
  readonly isSaved: boolean;
}

type Changes = (now: Writing) => Partial<Writing>;

export interface WritingState {
  readonly writing: Writing;
  /** What is changed is not saved, unless the change says so. */
  readonly change: (changes: Changes) => void;
  /** Forgets the message, because it is sent or discarded. */
  readonly forget: () => void;
}

/** What was entered, by the entry of the browser's history, so that going back to the form shows it again. */
const writings = sessionMemory<Writing>();

/** Whether a message, or what was entered into a form, would be lost with the page or the session. */
export const hasUnsaved = () => hasKeptFields() || [...writings().values()].some(({ isSaved }) => !isSaved);

addEventListener('beforeunload', (event) => {
  if (hasUnsaved()) event.preventDefault();
});

/** Begins a message, or continues one: as it was left here, or else as its draft has it. */
export function useWriting(begun: FullMailDraft | undefined): WritingState {
  const [{ kept, entry }] = useState(() => ({ kept: writings(), entry: presentEntry() }));
  const [writing, setWriting] = useState<Writing>(() => {
    const left = kept.get(entry);
    // What is saved is read again, because the agent may have changed its draft.
    if (left !== undefined && !(left.isSaved && begun !== undefined)) return left;
    const fields = begun === undefined ? EMPTY_FIELDS : fieldsOfDraft(begun);
    return { fields, files: undefined, draft: begun, isSaved: true };
  });
  const latest = useRef(writing);
  return {
    writing,
    change: (changes) => {
      latest.current = { ...latest.current, isSaved: false, ...changes(latest.current) };
      kept.set(entry, latest.current);
      setWriting(latest.current);
    },
    forget: () => kept.delete(entry),
  };
}
