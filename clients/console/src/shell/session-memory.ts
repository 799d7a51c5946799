import { session } from './session.ts';

/**
 * A map in the page's memory, for one session. Returns that of the present session: what a form that is gone still
 * writes goes to the map of its own session, which no one reads any more.
 */
export function sessionMemory<T>(): () => Map<string, T> {
  let memory = new Map<string, T>();
  session.subscribe(() => {
    memory = new Map();
  });
  return () => memory;
}
