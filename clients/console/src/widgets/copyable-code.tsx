import { CopyButton } from './copy-button.tsx';

/** A text that people copy, such as an id, with a button that does. */
export function CopyableCode({ text }: { readonly text: string }) {
  return (
    <>
      <code>{text}</code> <CopyButton text={text} />
    </>
  );
}
