import type { MailLink } from '../../../typescript/src/index.ts';
import { readParts } from './quoted-text.ts';
import { TextView } from './text-view.tsx';

interface ReadTextProps {
  readonly label: string;
  readonly text: string | null | undefined;
  /** What the author wrote, without the quoted history. */
  readonly extracted: string | null | undefined;
  readonly links?: readonly MailLink[] | undefined;
  /** What the quoted history is, for screen readers. */
  readonly quotedLabel?: string;
}

/** What the author of a message wrote, and below it, folded, what the message quotes. */
export function ReadText({ label, text, extracted, links, quotedLabel = 'Quoted text' }: ReadTextProps) {
  const { own, quoted } = readParts(text, extracted);
  return (
    <>
      <TextView label={label} text={own} links={links} />
      {quoted !== undefined && (
        <details class="quoted">
          <summary>Quoted text</summary>
          <TextView label={quotedLabel} text={quoted} links={links} />
        </details>
      )}
    </>
  );
}
