import { useState } from 'preact/hooks';
import type { Approval, MailPreview } from '../../../typescript/src/index.ts';
import { hasRole } from '../shell/role.ts';
import { aidOfSession } from '../shell/session.ts';
import { ErrorText } from '../widgets/error-text.tsx';
import { forgetFields, hasKept } from '../widgets/kept-fields.ts';
import { Loading } from '../widgets/loading.tsx';
import { useLoad } from '../widgets/use-load.ts';
import { AnsweredMail } from './answered-mail.tsx';
import { DecisionPart } from './decision-part.tsx';
import { EditMail } from './edit-mail.tsx';
import { HeldFiles } from './held-files.tsx';
import { HeldMailFacts } from './held-mail-facts.tsx';
import { HeldMailViews } from './held-mail-views.tsx';
import { type OnDecided, useDecision } from './use-decision.ts';

interface HeldMailProps {
  readonly approval: Approval;
  readonly mail: MailPreview;
  readonly onDecided: OnDecided;
}

/**
 * An email as its recipients would get it, and the decision. The approval has the words; the HTML is that of the held
 * message, which changes only by a decision. It cannot be approved before all of it is on the page.
 */
export function HeldMail({ approval, mail, onDecided }: HeldMailProps) {
  const { identity_id: agentId, subject_id: messageId, content_hash: hash, status } = approval;
  const message = useLoad(
    (signal) => aidOfSession().identity(agentId).mail.messages.get(messageId, { signal }),
    [messageId, hash],
  );
  const edit = `edit ${approval.id} ${hash}`;
  const [isEditing, setEditing] = useState(() => hasKept(edit));
  const endEditing = () => {
    forgetFields(edit);
    setEditing(false);
  };
  const decision = useDecision(approval, (notice) => {
    endEditing();
    onDecided(notice);
  });
  const { data } = message;
  const mayEdit = status === 'pending' && data !== undefined && hasRole('approver');
  return (
    <>
      <h2>The email</h2>
      <HeldMailFacts mail={mail} />
      <ErrorText error={message.error} />
      {data === undefined && message.error === undefined && <Loading what="the email" />}
      {data !== undefined && <HeldMailViews key={hash} mail={mail} message={data} />}
      <HeldFiles files={mail.attachments} message={data} />
      {mail.answers !== null && <AnsweredMail answered={mail.answers} agentId={agentId} />}
      {isEditing && mayEdit ? (
        <EditMail form={edit} mail={mail} message={data} decision={decision} onCancel={endEditing} />
      ) : (
        <DecisionPart approval={approval} decision={decision} isShown={data !== undefined}>
          {mayEdit && (
            <button type="button" onClick={() => setEditing(true)}>
              Edit
            </button>
          )}
        </DecisionPart>
      )}
    </>
  );
}
