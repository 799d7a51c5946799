import { useEffect, useState } from 'preact/hooks';

const SHOWN_MS = 1500;

/** Copies a text to the clipboard. */
export function CopyButton({ text, what = 'Copy' }: { readonly text: string; readonly what?: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  return (
    <button type="button" class="plain copy" onClick={copy}>
      {copied ? 'Copied' : what}
    </button>
  );
}
