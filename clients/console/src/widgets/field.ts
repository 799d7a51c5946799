import { html } from 'htm/preact';
import { useState } from 'preact/hooks';

let count = 0;

interface FieldProps {
  readonly label: string;
  readonly name: string;
  readonly hint?: string;
  /** Makes the field a multi-line text with this many rows. */
  readonly rows?: number;
  /** The values to choose from. */
  readonly options?: readonly (readonly [value: string, text: string])[];
  readonly [attribute: string]: unknown;
}

/** A labeled field of a form. */
export function Field({ label, name, hint, rows, options, ...attributes }: FieldProps) {
  const [id] = useState(() => `field-${++count}`);
  const common = { id, name, ...(hint !== undefined && { 'aria-describedby': `${id}-hint` }), ...attributes };
  return html`
    <div class="field">
      <label for=${id}>${label}</label>
      ${control(common, rows, options)}
      ${hint !== undefined && html`<small id=${`${id}-hint`}>${hint}</small>`}
    </div>
  `;
}

function control(common: object, rows: FieldProps['rows'], options: FieldProps['options']) {
  if (options !== undefined) {
    return html`<select ...${common}>${options.map(([value, text]) => html`<option value=${value}>${text}</option>`)}</select>`;
  }
  return rows === undefined ? html`<input ...${common} />` : html`<textarea rows=${rows} ...${common}></textarea>`;
}
