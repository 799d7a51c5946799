import { useLayoutEffect, useRef } from 'preact/hooks';

interface SearchFieldProps {
  readonly label: string;
  readonly placeholder?: string;
  /** The words of the search that is shown. */
  readonly words: string;
}

/**
 * The field `q` of a form that searches when it is submitted. It is written only where the shown search changes: as an
 * attribute, the words would be written back with each render of the page, over those that are being typed.
 */
export function SearchField({ label, placeholder = label, words }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (field.current !== null) field.current.value = words;
  }, [words]);
  return <input ref={field} type="search" name="q" aria-label={label} placeholder={placeholder} />;
}
