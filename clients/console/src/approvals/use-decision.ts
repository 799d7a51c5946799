import { type Approval, ConflictError, type MailEdits } from '../../../typescript/src/index.ts';
import { aidOfSession } from '../shell/session.ts';
import { type Action, useAction } from '../widgets/use-action.ts';

/** Called after a decision, with what the person has to know if another one was faster. */
export type OnDecided = (notice: string | undefined) => void;

/** What a person can do with an approval. */
export interface DecisionActions {
  readonly approve: Action<[edits?: MailEdits]>;
  readonly deny: Action<[reason: string]>;
}

/** Why a decision did not take effect, by the code of the error. The page shows the approval as it is now. */
const CONFLICTS: Readonly<Record<string, string>> = {
  'approval.changed': 'Your decision did not take effect: this is no longer what you were shown. Read what it is now.',
  'approval.closed':
    'Your decision did not take effect: another person has decided, or the approval has ended. This is how.',
};

/** Decides about an approval as it was shown: the service refuses a decision about anything else. */
export function useDecision({ id, content_hash: shown }: Approval, onDecided: OnDecided): DecisionActions {
  const decide = async (act: () => Promise<unknown>) => {
    try {
      await act();
      onDecided(undefined);
    } catch (error) {
      const notice = error instanceof ConflictError ? CONFLICTS[error.code] : undefined;
      if (notice === undefined) throw error;
      onDecided(notice);
    }
  };
  const approve = useAction((edits?: MailEdits) =>
    decide(() => aidOfSession().approvals.approve(id, { content_hash: shown, ...(edits && { edits }) })),
  );
  const deny = useAction((reason: string) =>
    decide(() => aidOfSession().approvals.deny(id, reason === '' ? {} : { reason })),
  );
  return { approve, deny };
}
