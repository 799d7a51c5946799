import { useEffect } from 'preact/hooks';
import { href, route } from '../shell/route.ts';
import { session } from '../shell/session.ts';
import { ErrorText } from '../widgets/error-text.tsx';
import { useAction } from '../widgets/use-action.ts';
import { dials, RESPONSES, readDials, SENDING, setReceiver, setSending } from './dials.ts';

const REFRESH_MS = 5_000;

/** A banner on every page that shows what is set to fail, and resets it. */
export function FailureBanner() {
  const present = dials.value;
  const slug = session.value?.actor.org_slug ?? '';
  useEffect(() => {
    void readDials();
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void readDials();
    }, REFRESH_MS);
    return () => clearInterval(timer);
  }, [route.value]);
  const response = present?.receivers.find(({ organization }) => organization === slug)?.response;
  const isNormal = present === undefined || present.sending === 'normal';
  const reset = useAction(async () => {
    if (!isNormal) await setSending('normal');
    if (response !== undefined) await setReceiver(slug, { response: 'ok' });
  });
  if (isNormal && response === undefined) return null;
  return (
    <aside class="banner" aria-label="Simulated failures">
      <span>
        {!isNormal && `SES ${textOf(SENDING, present.sending)}. `}
        {response !== undefined && `The receiver on this machine responds ${textOf(RESPONSES, response)}. `}
      </span>
      <a href={href(['machine', 'failures'])}>Failures</a>
      <button type="button" disabled={reset.isRunning} onClick={reset.run}>
        Back to normal
      </button>
      <ErrorText error={reset.error} />
    </aside>
  );
}

function textOf(options: readonly (readonly [value: string, text: string, effect: string])[], value: string): string {
  return options.find(([one]) => one === value)?.[1] ?? value;
}
