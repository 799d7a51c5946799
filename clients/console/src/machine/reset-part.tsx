import { postLocally } from '../shell/local-login.ts';
import { isRestarting } from '../shell/restart.ts';
import { end } from '../shell/session.ts';
import { Confirm } from '../widgets/confirm.tsx';
import { ErrorText } from '../widgets/error-text.tsx';
import { useAction } from '../widgets/use-action.ts';
import { LocalSnippets } from './local-snippets.tsx';

const QUESTION = 'Delete all organizations on this machine, and everything in them? This cannot be undone.';

/** Deletes all data on this machine and leaves an empty stack. */
export function ResetPart() {
  const reset = useAction(async () => {
    await postLocally('/_local/reset', {});
    isRestarting.value = true;
    end();
  });
  return (
    <>
      <p>
        A reset deletes all data of this stack: organizations, agents, keys, emails, secrets, the log and the queues. An
        empty stack then starts at the same address.
      </p>
      <Confirm title="Delete all data" question={QUESTION} onConfirm={reset.run} />
      <ErrorText error={reset.error} />
      <LocalSnippets path="/_local/reset" body={{}} />
    </>
  );
}
