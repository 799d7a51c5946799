import { useRef, useState } from 'preact/hooks';
import { sessionMemory } from '../shell/session-memory.ts';

type Fields = Readonly<Record<string, string>>;

/** What was entered into forms and not sent, by the name of the form. Coming back to the page shows it again. */
const memory = sessionMemory<Fields>();

export const hasKeptFields = () => memory().size > 0;

export const hasKept = (form: string) => memory().has(form);

export const forgetFields = (form: string) => memory().delete(form);

/** The fields of a form, which stay when a person leaves the page before sending them. */
export interface KeptFields<F extends Fields> {
  readonly fields: F;
  /** Takes over what an event says that a person has entered. */
  readonly change: (event: Event) => void;
  /** Sends the fields, and empties the form unless a person has entered something else meanwhile. */
  readonly send: (send: (fields: F) => Promise<unknown>) => Promise<void>;
}

/** @param initial the fields before anything was entered. */
export function useKeptFields<F extends Fields>(form: string, initial: F): KeptFields<F> {
  const [kept] = useState(memory);
  const [fields, setFields] = useState(() => (kept.get(form) as F | undefined) ?? initial);
  const latest = useRef(fields);
  const show = (next: F) => {
    latest.current = next;
    setFields(next);
  };
  return {
    fields,
    change: ({ target }) => {
      const { name, value } = target as HTMLInputElement;
      show({ ...latest.current, [name]: value });
      kept.set(form, latest.current);
    },
    send: async (send) => {
      const sent = latest.current;
      await send(sent);
      if (latest.current === sent) show(initial);
      if (kept.get(form) === sent) kept.delete(form);
    },
  };
}
