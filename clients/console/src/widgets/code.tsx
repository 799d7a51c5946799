import { labelOf } from './label-of.ts';

export { labelOf };

/** The label of a code, with the code itself on hover. */
export function Code({ code }: { readonly code: string }) {
  return <span title={code}>{labelOf(code)}</span>;
}
