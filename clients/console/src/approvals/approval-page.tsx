import { useState } from 'preact/hooks';
import type { Approval } from '../../../typescript/src/index.ts';
import { aidOfSession } from '../shell/session.ts';
import { BackLink } from '../widgets/back-link.tsx';
import { ErrorText } from '../widgets/error-text.tsx';
import { Loading } from '../widgets/loading.tsx';
import { Snippets } from '../widgets/snippets.tsx';
import { useLoad } from '../widgets/use-load.ts';
import { useReloadOnEvent } from '../widgets/use-reload-on-event.ts';
import { ApprovalFacts } from './approval-facts.tsx';
import { ApprovalStatus } from './approval-status.tsx';
import { HeldLease } from './held-lease.tsx';
import { HeldMail } from './held-mail.tsx';
import { HoldReasons } from './hold-reasons.tsx';
import { OtherAction, PlainDecision } from './other-action.tsx';
import type { OnDecided } from './use-decision.ts';

/** One approval: what would happen, why it waits, and the decision. */
export function ApprovalPage({ id }: { readonly id: string }) {
  const approval = useLoad((signal) => aidOfSession().approvals.get(id, { signal }), [id]);
  const [notice, setNotice] = useState<string>();
  useReloadOnEvent(approval, ({ aggregate_id: about }) => about === id);
  const { data, error, reload } = approval;
  const onDecided: OnDecided = (text) => {
    setNotice(text);
    reload();
  };
  return (
    <>
      <BackLink path={['approvals']} title="Approvals" />
      <ErrorText error={notice} />
      <ErrorText error={error} />
      {data === undefined && error === undefined && <Loading what="the approval" />}
      {data !== undefined && <Found approval={data} onDecided={onDecided} />}
      <Snippets call={{ name: 'approvals.get', verb: 'GET', path: `/v1/approvals/${id}`, ids: [id] }} />
    </>
  );
}

interface FoundProps {
  readonly approval: Approval;
  readonly onDecided: OnDecided;
}

function Found({ approval, onDecided }: FoundProps) {
  const { identity_id: agentId, status, reason, preview } = approval;
  return (
    <article class="message" aria-label="Approval">
      <div class="heading">
        <h1>{preview.summary}</h1>
        <ApprovalStatus status={status} />
      </div>
      {status === 'failed' && (
        <ErrorText error={`It was approved, and did not happen: ${reason ?? 'no reason given'}`} />
      )}
      <ApprovalFacts approval={approval} />
      <h2>Why it waits</h2>
      <HoldReasons reasons={preview.reasons} agentId={agentId} />
      {preview.mail !== null && <HeldMail approval={approval} mail={preview.mail} onDecided={onDecided} />}
      {preview.lease !== null && <HeldLease lease={preview.lease} />}
      <OtherAction preview={preview} />
      {preview.mail === null && <PlainDecision approval={approval} onDecided={onDecided} />}
    </article>
  );
}
