import { html } from 'htm/preact';
import { useEffect } from 'preact/hooks';
import { ErrorText } from '../widgets/error-text.ts';
import { useAction } from '../widgets/use-action.ts';
import { Dial } from './dial.ts';
import { dials, readDials, SENDING, setSending } from './dials.ts';
import { LocalSnippets } from './local-snippets.ts';

/** Makes the emulated SES refuse email, for all organizations on this machine. */
export function SendingDial() {
  const change = useAction(setSending);
  useEffect(() => void readDials(), []);
  return html`
    <p>The service sends email through Amazon SES, which is emulated here. This setting applies to all organizations.</p>
    <${Dial} label="Amazon SES" options=${SENDING} value=${dials.value?.sending} onChange=${change.run} />
    <${ErrorText} error=${change.error} />
    <${LocalSnippets} path="/_local/dials" body=${{ sending: dials.value?.sending ?? 'normal' }} />
  `;
}
