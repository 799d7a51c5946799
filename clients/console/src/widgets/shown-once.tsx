import { CopyButton } from './copy-button.tsx';

/** A secret that the service shows only once. */
export function ShownOnce({ what, text }: { readonly what: string; readonly text: string }) {
  return (
    <p class="once" role="status">
      {what} (shown only once): <code>{text}</code> <CopyButton text={text} />
    </p>
  );
}
