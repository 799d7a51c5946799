import { AidError } from '../../../typescript/src/index.ts';

/** An error for people: its message, and the request id that support will ask for. */
export function ErrorText({ error }: { readonly error: unknown }) {
  if (error === undefined) return null;
  const message = error instanceof Error ? error.message : String(error);
  return (
    <p class="error" role="alert">
      {message} {error instanceof AidError && error.requestId !== undefined && <code>{error.requestId}</code>}
    </p>
  );
}
