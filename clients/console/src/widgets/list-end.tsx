import type { ComponentChildren } from 'preact';
import { ErrorText } from './error-text.tsx';
import { Loading } from './loading.tsx';
import type { PagesRead } from './use-pages.ts';

interface ListEndProps {
  readonly pages: PagesRead<unknown>;
  /** What the rows are: `agents`. */
  readonly what: string;
  /** What is shown for an empty list: a text, or what it is for with the first step. */
  readonly empty: ComponentChildren;
}

/** The end of a list: whether it is loading, is empty, has failed, or has more rows. */
export function ListEnd({ pages, what, empty }: ListEndProps) {
  const { rows, error, hasMore, more, reload } = pages;
  if (rows === undefined && error === undefined) return <Loading what={what} />;
  const isEmpty = rows?.length === 0 && !hasMore && error === undefined;
  return (
    <>
      <ErrorText error={error} />
      {error !== undefined && (
        <p>
          <button type="button" onClick={reload}>
            Try again
          </button>
        </p>
      )}
      {isEmpty && (typeof empty === 'string' ? <p class="quiet">{empty}</p> : empty)}
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
