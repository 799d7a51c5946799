import type { MailLink } from '../../../typescript/src/index.ts';
import { LinkedText } from './linked-text.tsx';

interface TextViewProps {
  readonly label: string;
  readonly text: string | null | undefined;
  readonly links?: readonly MailLink[] | undefined;
}

/** A text of an email, with its line breaks and its links. */
export function TextView({ label, text, links }: TextViewProps) {
  if (text === null || text === undefined || text === '') return <p class="quiet">No text.</p>;
  return <LinkedText label={label} text={text} links={links} />;
}
