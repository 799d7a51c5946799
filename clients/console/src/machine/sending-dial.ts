import { html } from 'htm/preact';
import { useEffect } from 'preact/hooks';
import { ErrorText } from '../widgets/error-text.ts';
import { useAction } from '../widgets/use-action.ts';
import { Dial } from './dial.ts';
import { dials, readDials, SENDING, setSending } from './dials.ts';
import { LocalSnippets } from './local-snippets.ts';

/** Makes the emulated SES refuse email, for all organizations of this machine. */
export function SendingDial() {
  const change = useAction(setSending);
  useEffect(() => void readDials(), []);
  return html`
    <p>The service hands every email to Amazon SES, which is emulated here. This applies to all organizations.</p>
    <${Dial} label="For each email, SES" options=${SENDING} value=${dials.value?.sending} onChange=${change.run} />
    <${ErrorText} error=${change.error} />
    <${LocalSnippets} path="/_local/dials" body=${{ sending: dials.value?.sending ?? 'normal' }} />
  `;
}
