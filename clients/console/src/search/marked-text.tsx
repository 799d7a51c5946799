import { markedParts } from './marked-parts.ts';

interface MarkedTextProps {
  readonly text: string;
  /** What was found, as the text spells it. */
  readonly highlights: readonly string[];
}

/** A text with what a search has found in it. */
export function MarkedText({ text, highlights }: MarkedTextProps) {
  return (
    <bdi>{markedParts(text, highlights).map(({ text: part, isFound }) => (isFound ? <mark>{part}</mark> : part))}</bdi>
  );
}
