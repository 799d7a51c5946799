import { useEffect, useState } from 'preact/hooks';

const SHOWN_MS = 1500;

/** Copies a text to the clipboard. A page without TLS has none, other than one of this machine. */
export function CopyButton({ text, what = 'Copy' }: { readonly text: string; readonly what?: string }) {
  const [result, setResult] = useState<string>();
  useEffect(() => {
    if (result === undefined) return;
    const timer = setTimeout(() => setResult(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [result]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setResult('Copied');
    } catch {
      setResult('Not copied');
    }
  };
  return (
    <button type="button" class="plain copy" onClick={copy}>
      {result ?? what}
    </button>
  );
}
