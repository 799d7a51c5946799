import type { ReceiverResponse, TraceStep } from '../../../typescript/src/index.ts';
import { labelOf } from '../widgets/code.tsx';
import { IdLink } from '../widgets/id-link.tsx';
import { Pill } from '../widgets/pill.tsx';
import { Time } from '../widgets/time.tsx';
import { ResponseView } from './response-view.tsx';

/** The kinds that follow from the step above them: their id is on that one already. */
const PARTS: ReadonlySet<string> = new Set(['attempt', 'reading', 'task_step', 'log_limit']);

/** One step of a trace: when, what, its status and its page. An attempt has what the receiver responded. */
export function TraceStepItem({ step }: { readonly step: TraceStep }) {
  const { at, kind, id, summary, status, detail } = step;
  const response = detail.response as ReceiverResponse | null | undefined;
  return (
    <li class={PARTS.has(kind) ? 'part' : undefined}>
      <p>
        <strong>{labelOf(kind)}</strong> {status !== null && <Pill status={status} />} <Time at={at} />
      </p>
      <p class="summary">{kind === 'attempt' ? attemptOf(step) : summary}</p>
      {!PARTS.has(kind) && (
        <p>
          <IdLink id={id} of={agentOf(detail)} />
        </p>
      )}
      {response && <ResponseView response={response} />}
    </li>
  );
}

/** An attempt names its endpoint: those of several deliveries follow each other by their times. */
function attemptOf({ summary, detail: { url } }: TraceStep): string {
  return summary.replace(/^Attempt: /, typeof url === 'string' ? `${url}: ` : '');
}

/** The agent that an email of a step belongs to. */
function agentOf({ identity_id: identityId }: TraceStep['detail']): string | null {
  return typeof identityId === 'string' ? identityId : null;
}
