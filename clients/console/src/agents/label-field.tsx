import { useId } from 'preact/hooks';

interface LabelFieldProps {
  /** Labels that the field offers. */
  readonly suggestions: readonly string[];
}

/** A field for a new label, with those that are in sight to choose from. */
export function LabelField({ suggestions }: LabelFieldProps) {
  const id = useId();
  return (
    <>
      <input name="label" list={id} required maxlength={50} autocomplete="off" placeholder="label" aria-label="Label" />
      <datalist id={id}>
        {suggestions.map((label) => (
          <option key={label} value={label} />
        ))}
      </datalist>
    </>
  );
}
