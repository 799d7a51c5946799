import type { Identity } from '../../../typescript/src/index.ts';
import { aidOfSession } from '../shell/session.ts';
import { ErrorText } from '../widgets/error-text.tsx';
import { Field } from '../widgets/field.tsx';
import { Time } from '../widgets/time.tsx';
import { useAction } from '../widgets/use-action.ts';
import { useForm } from '../widgets/use-form.ts';

interface SuspensionProps {
  readonly agent: Identity;
  readonly onChanged: () => void;
}

/** Suspends or reinstates an agent. */
export function Suspension({ agent, onChanged }: SuspensionProps) {
  const { id, status, suspended_at: at, suspended_reason: given } = agent;
  const { identities } = aidOfSession();
  const suspend = useForm(async ({ reason = '' }) => {
    await identities.suspend(id, reason === '' ? {} : { reason });
    onChanged();
  });
  const reinstate = useAction(async () => {
    await identities.reinstate(id);
    onChanged();
  });
  if (status === 'suspended') {
    return (
      <>
        <p>
          Suspended <Time at={at} />
          {given !== null && `: ${given}`}
        </p>
        <button type="button" disabled={reinstate.isRunning} onClick={reinstate.run}>
          Reinstate
        </button>
        <ErrorText error={reinstate.error} />
      </>
    );
  }
  return (
    <details class="new">
      <summary>Suspend</summary>
      <form onSubmit={suspend.run}>
        <p>Its keys are refused until it is reinstated. Its mail is still stored.</p>
        <Field label="Reason" name="reason" />
        <ErrorText error={suspend.error} />
        <button class="danger" disabled={suspend.isRunning}>
          Suspend agent
        </button>
      </form>
    </details>
  );
}
