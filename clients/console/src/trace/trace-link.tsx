import { href } from '../shell/route.ts';

/** A link to what led to a thing and what followed from it. */
export function TraceLink({ id }: { readonly id: string }) {
  return (
    <p>
      <a href={href(['trace', id])}>What led to this, and what followed</a>
    </p>
  );
}
