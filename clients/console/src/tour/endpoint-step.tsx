import { connectReceiver } from '../machine/connect-receiver.ts';
import { href } from '../shell/route.ts';
import { aidOfSession, session } from '../shell/session.ts';
import { ErrorText } from '../widgets/error-text.tsx';
import { useAction } from '../widgets/use-action.ts';
import type { StepProps } from './tour-progress.ts';

/** An endpoint, which gets every event as a signed request. */
export function EndpointStep({ progress: { endpoint }, onDone }: StepProps) {
  const create = useAction(async () => {
    await connectReceiver(aidOfSession(), session.value?.actor.org_slug ?? '');
    onDone();
  });
  if (endpoint !== undefined) {
    return (
      <p>
        <a class="url" href={href(['organization', 'endpoints', endpoint.id])}>
          {endpoint.url}
        </a>{' '}
        receives the events.
      </p>
    );
  }
  return (
    <>
      <p>Your program receives events as signed requests. This machine has a receiver to start with.</p>
      <button type="button" disabled={create.isRunning} onClick={create.run}>
        Create endpoint
      </button>
      <ErrorText error={create.error} />
    </>
  );
}
