import { useEffect } from 'preact/hooks';
import { ErrorText } from '../widgets/error-text.tsx';
import { useAction } from '../widgets/use-action.ts';
import { Dial } from './dial.tsx';
import { dials, readDials, SENDING, setSending } from './dials.ts';
import { LocalSnippets } from './local-snippets.tsx';

/** Makes the emulated SES refuse email, for all organizations on this machine. */
export function SendingDial() {
  const change = useAction(setSending);
  useEffect(() => void readDials(), []);
  return (
    <>
      <p>
        The service sends email through Amazon SES, which is emulated here. This setting applies to all organizations.
      </p>
      <Dial label="Amazon SES" options={SENDING} value={dials.value?.sending} onChange={change.run} />
      <ErrorText error={change.error} />
      <LocalSnippets path="/_local/dials" body={{ sending: dials.value?.sending ?? 'normal' }} />
    </>
  );
}
