import type { Approval } from '../../../typescript/src/index.ts';
import { session } from '../shell/session.ts';
import { AgentName } from '../widgets/agent-name.tsx';
import { Code } from '../widgets/code.tsx';
import { FactList } from '../widgets/fact-list.tsx';
import { IdLink } from '../widgets/id-link.tsx';
import { Time } from '../widgets/time.tsx';

/** Who asks for what, until when, and how it has ended. */
export function ApprovalFacts({ approval }: { readonly approval: Approval }) {
  const { id, kind, status, identity_id: agentId, subject_id: about, decided_by: by, reason } = approval;
  const isPending = status === 'pending';
  return (
    <FactList
      facts={{
        Agent: <AgentName id={agentId} />,
        'Asks for': (
          <>
            <Code code={kind} />{' '}
            {kind === 'lease' && isPending ? <code>{about}</code> : <IdLink id={about} of={agentId} />}
          </>
        ),
        Asked: <Time at={approval.requested_at} isExact />,
        Expires: isPending && <Time at={approval.expires_at} isExact />,
        Ended: !isPending && <Time at={approval.decided_at ?? approval.expires_at} isExact />,
        'Decided by': by !== null && (by === session.value?.actor.actor_id ? 'you' : <IdLink id={by} />),
        Reason: reason,
        ID: <code>{id}</code>,
        'Content hash': <code>{approval.content_hash}</code>,
      }}
    />
  );
}
