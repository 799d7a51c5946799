/** A text of an email, with its line breaks. */
export function TextView({ label, text }: { readonly label: string; readonly text: string | null | undefined }) {
  if (text === null || text === undefined || text === '') return <p class="quiet">No text.</p>;
  return (
    <pre class="text" tabindex={0} role="region" aria-label={label}>
      {text}
    </pre>
  );
}
