import { route } from '../shell/route.ts';
import { aidOfSession } from '../shell/session.ts';
import { CopyableCode } from '../widgets/copyable-code.tsx';
import { ErrorText } from '../widgets/error-text.tsx';
import { Loading } from '../widgets/loading.tsx';
import { Snippets } from '../widgets/snippets.tsx';
import { useLoad } from '../widgets/use-load.ts';
import { TraceStepItem } from './trace-step.tsx';

/** The trace of one thing: what led to it and what followed, in order. The address has its id. */
export function TracePage() {
  const [, id] = route.value.path;
  return id === undefined ? <WithoutId /> : <Trace key={id} id={id} />;
}

function WithoutId() {
  return (
    <>
      <h1>Trace</h1>
      <p>The address needs the id of a message, task, event, delivery, approval or request at its end.</p>
    </>
  );
}

function Trace({ id }: { readonly id: string }) {
  const { data, error, reload } = useLoad((signal) => aidOfSession().trace(id, { signal }), [id]);
  return (
    <>
      <div class="heading">
        <h1>Trace</h1>
        <button type="button" onClick={reload}>
          Refresh
        </button>
      </div>
      <p>
        What led to it, and what followed: <CopyableCode text={id} />
      </p>
      <ErrorText error={error} />
      {data === undefined && error === undefined && <Loading what="the trace" />}
      {data && (
        <ol class="timeline">
          {data.steps.map((step, index) => (
            <TraceStepItem key={`${step.at} ${step.kind} ${index}`} step={step} />
          ))}
        </ol>
      )}
      <Snippets call={{ name: 'trace', verb: 'GET', path: `/v1/trace/${encodeURIComponent(id)}`, ids: [id] }} />
    </>
  );
}
