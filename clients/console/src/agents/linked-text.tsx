import { useMemo, useState } from 'preact/hooks';
import type { MailLink } from '../../../typescript/src/index.ts';
import { LinkDialog } from './link-dialog.tsx';
import { partsOf, type TextLink } from './text-links.ts';

interface LinkedTextProps {
  readonly text: string;
  /** The links of the message, to which numbers in the text refer. */
  readonly links?: readonly MailLink[] | undefined;
  /** What the text is, for screen readers. */
  readonly label: string;
}

/** A text of an email with its line breaks. A link in it is a button, which first shows where it leads. */
export function LinkedText({ text, links, label }: LinkedTextProps) {
  const [chosen, setChosen] = useState<TextLink>();
  const parts = useMemo(() => partsOf(text, links), [text, links]);
  return (
    <>
      <pre class="text" tabindex={0} role="region" aria-label={label}>
        {parts.map((part) =>
          typeof part === 'string' ? (
            part
          ) : (
            <button type="button" class="link" title={part.address} onClick={() => setChosen(part)}>
              {part.text}
            </button>
          ),
        )}
      </pre>
      {chosen !== undefined && <LinkDialog link={chosen} onClose={() => setChosen(undefined)} />}
    </>
  );
}
