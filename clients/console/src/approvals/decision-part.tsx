import type { ComponentChildren } from 'preact';
import type { Approval } from '../../../typescript/src/index.ts';
import { hasRole } from '../shell/role.ts';
import { ErrorText } from '../widgets/error-text.tsx';
import { Field } from '../widgets/field.tsx';
import { fieldsOf } from '../widgets/form-fields.ts';
import type { DecisionActions } from './use-decision.ts';

interface DecisionPartProps {
  readonly approval: Approval;
  readonly decision: DecisionActions;
  /** Whether all that would happen is on the page. Before that, it can only be denied. */
  readonly isShown: boolean;
  /** Further buttons. */
  readonly children?: ComponentChildren;
}

/** The buttons of a decision, for people who may decide and while there is something to decide. */
export function DecisionPart({ approval, decision, isShown, children }: DecisionPartProps) {
  const { approve, deny } = decision;
  const isRunning = approve.isRunning || deny.isRunning;
  if (approval.status !== 'pending') return null;
  if (!hasRole('approver')) return <p class="quiet">Owners, admins and approvers decide about it.</p>;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    deny.run(fieldsOf(event).reason ?? '');
  };
  return (
    <section class="decision" aria-label="Decision">
      <h2>Decide</h2>
      <div class="actions">
        <button type="button" class="primary" disabled={isRunning || !isShown} onClick={() => approve.run()}>
          Approve
        </button>
        {children}
      </div>
      <ErrorText error={approve.error} />
      <details class="new">
        <summary>Deny</summary>
        <form onSubmit={submit}>
          <Field label="Reason" name="reason" hint="For the agent; may be empty" />
          <ErrorText error={deny.error} />
          <button class="danger" disabled={isRunning}>
            Deny
          </button>
        </form>
      </details>
    </section>
  );
}
