import { Field } from '../widgets/field.tsx';
import type { ComposeFields } from './compose-mail.ts';
import { NO_IMAGES } from './inline-images.ts';
import { MailFrame } from './mail-frame.tsx';

interface ComposeBodyProps {
  readonly fields: ComposeFields;
  /** What is wrong with the fields, by name. */
  readonly problems: Readonly<Record<string, string>>;
  readonly onFormat: (format: ComposeFields['format']) => void;
}

const FORMATS = [
  ['text', 'Plain text'],
  ['html', 'HTML'],
  ['both', 'HTML and plain text'],
] as const;

/** The body of a message: plain text, HTML with a view of what its recipients see, or both. */
export function ComposeBody({ fields, problems, onFormat }: ComposeBodyProps) {
  const { format, text, html } = fields;
  return (
    <>
      <label class="format">
        Format{' '}
        <select onChange={(event) => onFormat((event.target as HTMLSelectElement).value as ComposeFields['format'])}>
          {FORMATS.map(([value, title]) => (
            <option value={value} selected={value === format}>
              {title}
            </option>
          ))}
        </select>
      </label>
      {format !== 'text' && (
        <>
          <Field
            label="HTML"
            name="html"
            rows={10}
            required
            spellcheck={false}
            value={html}
            error={problems.html}
            {...(format === 'html' && { hint: 'Programs that show no HTML get the words of it' })}
          />
          {html.trim() !== '' && (
            <details class="more">
              <summary>What recipients see</summary>
              <MailFrame markup={html} images={NO_IMAGES} title="The message as its recipients see it" />
            </details>
          )}
        </>
      )}
      {format !== 'html' && (
        <Field
          label="Text"
          name="text"
          rows={10}
          required
          value={text}
          error={problems.text}
          {...(format === 'both' && { hint: 'Programs that show no HTML get this text' })}
        />
      )}
    </>
  );
}
