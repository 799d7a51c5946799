/** Shows that something is loading. */
export function Loading({ what }: { readonly what: string }) {
  return (
    <p class="quiet" role="status">
      Loading {what}…
    </p>
  );
}
