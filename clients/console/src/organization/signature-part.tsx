import { useState } from 'preact/hooks';
import { Field } from '../widgets/field.tsx';
import { useForm } from '../widgets/use-form.ts';
import { checkSignature, headersOf, type SignatureResult } from './signature-check.ts';
import { VerifySnippets } from './verify-snippets.tsx';

/** The default tolerance of receivers, in seconds. */
const TOLERANCE = 300;

interface Checked {
  readonly result: SignatureResult;
  /** Whether a receiver would refuse its timestamp now. */
  readonly isLate: boolean;
}

/** Verifies a pasted delivery in the browser. Nothing is sent. */
export function SignaturePart() {
  const [checked, setChecked] = useState<Checked>();
  const check = useForm(async (_fields, form) => {
    const value = (name: string) => (form.elements.namedItem(name) as HTMLInputElement).value;
    const request = { body: value('body'), headers: headersOf(value('headers')), secret: value('secret').trim() };
    const result = checkSignature(request);
    setChecked({ result, isLate: result.isVerified && !checkSignature(request, TOLERANCE).isVerified });
  });
  return (
    <>
      <p>Paste a delivery exactly as it arrived. The SDK verifies it in your browser. Nothing is sent.</p>
      <form class="compose" aria-label="Check a signature" onSubmit={check.run} onInput={() => setChecked(undefined)}>
        <Field
          label="Body"
          name="body"
          rows={6}
          required
          spellcheck={false}
          hint="The raw body: not parsed, not reformatted"
        />
        <Field
          label="Headers"
          name="headers"
          rows={6}
          required
          spellcheck={false}
          hint="One per line: x-aid-signature: v1=…"
        />
        <Field
          label="Secret"
          name="secret"
          required
          autocomplete="off"
          spellcheck={false}
          hint="whsec_…, as shown when it was created"
        />
        <button class="primary">Verify</button>
      </form>
      <div role="status">{checked && <Outcome checked={checked} />}</div>
      <VerifySnippets />
    </>
  );
}

function Outcome({ checked: { result, isLate } }: { readonly checked: Checked }) {
  const { isVerified, reason, text } = result;
  return (
    <>
      <p>
        <span class={isVerified ? 'pill good' : 'pill failure'}>{isVerified ? 'verified' : 'refused'}</span> {text}
        {reason !== undefined && (
          <>
            {' '}
            <code>{reason}</code>
          </>
        )}
      </p>
      {isLate && <p>A receiver would refuse it now: its timestamp is off by more than {TOLERANCE} seconds.</p>}
    </>
  );
}
