import { useEffect, useState } from 'preact/hooks';
import type { SearchResult } from '../../../typescript/src/index.ts';
import { aidOfSession } from '../shell/session.ts';
import { useLoad } from '../widgets/use-load.ts';

/** How long nothing was typed before a search begins. */
const PAUSE_MS = 250;
const MAX_FOUND = 5;
const MIN_LENGTH = 2;

/** The newest of what a text finds while it is typed; empty until a pause in typing. */
export function useFound(typed: string): readonly SearchResult[] {
  const [words, setWords] = useState('');
  const text = typed.trim();
  useEffect(() => {
    const timer = setTimeout(() => setWords(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const found = useLoad(
    async (signal) =>
      words.length < MIN_LENGTH ? [] : aidOfSession().search({ q: words, limit: MAX_FOUND }, { signal }).firstPage(),
    [words],
  );
  return words === text ? (found.data ?? []) : [];
}
