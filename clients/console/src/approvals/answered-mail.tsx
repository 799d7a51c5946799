import type { PreviewAnswered } from '../../../typescript/src/index.ts';
import { fullAddress } from '../agents/mail-address.ts';
import { MessageWarnings } from '../agents/message-warnings.tsx';
import { TextView } from '../agents/text-view.tsx';
import { aidOfSession } from '../shell/session.ts';
import { FactList } from '../widgets/fact-list.tsx';
import { IdLink } from '../widgets/id-link.tsx';
import { useLoad } from '../widgets/use-load.ts';

interface AnsweredMailProps {
  readonly answered: PreviewAnswered;
  readonly agentId: string;
}

/** The message that a held email answers or forwards, with the warnings about it. */
export function AnsweredMail({ answered, agentId }: AnsweredMailProps) {
  const { message_id: id, from, subject, snippet } = answered;
  const { data } = useLoad((signal) => aidOfSession().identity(agentId).mail.messages.get(id, { signal }), [id]);
  return (
    <>
      <h3>What it answers</h3>
      <FactList
        facts={{
          From: from.map((one) => (
            <div>
              <bdi>{fullAddress(one)}</bdi>
            </div>
          )),
          Subject: <bdi>{subject || '(no subject)'}</bdi>,
          Message: <IdLink id={id} of={agentId} />,
          Sender: data?.direction === 'inbound' && (
            <span class={data.auth.sender_verified ? 'pill good' : 'pill'}>
              {data.auth.sender_verified ? 'Sender verified' : 'Sender not verified'}
            </span>
          ),
          Warnings: data !== undefined && data.content_warnings.length > 0 && (
            <MessageWarnings warnings={data.content_warnings} />
          ),
        }}
      />
      <TextView label="What it answers" text={data?.extracted_text ?? data?.text ?? snippet} />
    </>
  );
}
