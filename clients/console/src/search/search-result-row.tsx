import type { Identity, SearchResult } from '../../../typescript/src/index.ts';
import { placeOf } from '../shell/id-places.ts';
import { href } from '../shell/route.ts';
import { Code } from '../widgets/code.tsx';
import { Time } from '../widgets/time.tsx';
import { MarkedText } from './marked-text.tsx';

/** The page of something that was found. */
export function addressOf({ id, identity_id: of }: SearchResult): string {
  const place = placeOf(id, of) ?? { path: ['log'] };
  return href(place.path, place.query);
}

interface SearchResultRowProps {
  readonly result: SearchResult;
  readonly agents: ReadonlyMap<string, Identity>;
}

/** Something that was found: what it is, what it is called, and the part of its text with the words. */
export function SearchResultRow({ result, agents }: SearchResultRowProps) {
  const { kind, identity_id: of, at, title, snippet, highlights } = result;
  return (
    <li>
      <a data-row href={addressOf(result)}>
        <span class="quiet">
          <Code code={kind} />
        </span>
        <strong class="title">
          <MarkedText text={title || '(no subject)'} highlights={highlights} />
        </strong>
        <span class="agent">{of !== null && (agents.get(of)?.display_name ?? of)}</span>
        <Time at={at} />
        <span class="snippet quiet">
          <MarkedText text={snippet} highlights={highlights} />
        </span>
      </a>
    </li>
  );
}
