import { ErrorText } from './error-text.tsx';
import { Loading } from './loading.tsx';
import type { PagesRead } from './use-pages.ts';

interface ListEndProps {
  readonly pages: PagesRead<unknown>;
  /** What the rows are: `agents`. */
  readonly what: string;
  /** The text for an empty list. */
  readonly empty: string;
}

/** The end of a list: whether it is loading, is empty, has failed, or has more rows. */
export function ListEnd({ pages, what, empty }: ListEndProps) {
  const { rows, error, hasMore, more } = pages;
  if (rows === undefined && error === undefined) return <Loading what={what} />;
  const isEmpty = rows?.length === 0 && !hasMore && error === undefined;
  return (
    <>
      <ErrorText error={error} />
      {isEmpty && <p class="quiet empty">{empty}</p>}
      {hasMore && (
        <p>
          <button type="button" onClick={more}>
            More {what}
          </button>
        </p>
      )}
    </>
  );
}
