import { newAgent } from '../shell/demo.ts';
import { href } from '../shell/route.ts';
import { aidOfSession } from '../shell/session.ts';
import { ErrorText } from '../widgets/error-text.tsx';
import { useAction } from '../widgets/use-action.ts';
import type { StepProps } from './tour-progress.ts';

/** An agent with an address of its own. */
export function AgentStep({ progress: { agent }, onDone }: StepProps) {
  const create = useAction(async () => {
    await newAgent(aidOfSession(), 'Support');
    onDone();
  });
  if (agent !== undefined) {
    return (
      <p>
        <a href={href(['agents', agent.id])}>{agent.display_name}</a> has the address <code>{agent.email_address}</code>
        .
      </p>
    );
  }
  return (
    <>
      <p>An agent has a handle, a mailbox and keys of its own.</p>
      <button type="button" class="primary" disabled={create.isRunning} onClick={create.run}>
        Create agent
      </button>
      <ErrorText error={create.error} />
    </>
  );
}
