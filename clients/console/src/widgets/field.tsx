import type { InputHTMLAttributes } from 'preact';
import { useState } from 'preact/hooks';

let count = 0;

/** The attributes of an input that a form sets. */
type InputProps = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'type' | 'required' | 'autocomplete' | 'spellcheck' | 'min' | 'max' | 'value' | 'defaultValue'
>;

interface FieldProps extends InputProps {
  readonly label: string;
  readonly name: string;
  readonly hint?: string;
  /** What is wrong with the value. */
  readonly error?: string | undefined;
  /** Makes the field a multi-line text with this many rows. */
  readonly rows?: number;
  /** The values to choose from. */
  readonly options?: readonly (readonly [value: string, text: string])[];
}

/** A labeled field of a form. */
export function Field({ label, name, hint, error, rows, options, defaultValue, ...attributes }: FieldProps) {
  const [id] = useState(() => `field-${++count}`);
  const note = error === undefined ? hint : <span class="error">{error}</span>;
  const common = {
    ...{ id, name },
    ...(note !== undefined && { 'aria-describedby': `${id}-hint` }),
    ...(error !== undefined && { 'aria-invalid': true }),
    ...attributes,
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {control({ ...common, defaultValue }, rows, options)}
      {note !== undefined && <small id={`${id}-hint`}>{note}</small>}
    </div>
  );
}

type Common = Pick<FieldProps, 'defaultValue'>;

function control({ defaultValue, ...common }: Common, rows: FieldProps['rows'], options: FieldProps['options']) {
  if (options !== undefined) {
    // A select has no initial value of its own: one of its options has to be selected.
    return (
      <select {...common}>
        {options.map(([value, text]) => (
          <option key={value} value={value} selected={value === defaultValue}>
            {text}
          </option>
        ))}
      </select>
    );
  }
  const attributes = { ...common, ...(defaultValue !== undefined && { defaultValue }) };
  return rows === undefined ? <input {...attributes} /> : <textarea rows={rows} {...attributes} />;
}
