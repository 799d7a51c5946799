import { href } from '../shell/route.ts';
import { ErrorText } from '../widgets/error-text.tsx';
import { Loading } from '../widgets/loading.tsx';
import { AgentStep } from './agent-step.tsx';
import { AnswerStep } from './answer-step.tsx';
import { ArrivalStep } from './arrival-step.tsx';
import { DeliveriesStep } from './deliveries-step.tsx';
import { EndpointStep } from './endpoint-step.tsx';
import { STEPS, type StepProps, useTourProgress } from './tour-progress.ts';

/** The title and content of each step. */
const PARTS = {
  agent: { title: 'An agent', show: AgentStep },
  endpoint: { title: 'An endpoint for its events', show: EndpointStep },
  received: { title: 'An email arrives', show: ArrivalStep },
  answer: { title: 'The agent replies', show: AnswerStep },
} as const;

/** The first minutes with the service, step by step. The organization's data decides which steps are done. */
export function TourPage() {
  const { data, error, reload } = useTourProgress();
  return (
    <>
      <h1>Tour</h1>
      <p>
        From an empty organization to an answered email and its deliveries. Leave whenever you like: a step is done once
        its result exists.
      </p>
      <ErrorText error={error} />
      {data === undefined && error === undefined && <Loading what="the steps" />}
      {data && <Steps progress={data} onDone={reload} />}
    </>
  );
}

function Steps({ progress, onDone }: StepProps) {
  const next = STEPS.find((name) => progress[name] === undefined);
  return (
    <>
      <ol class="tour">
        {STEPS.map((name) => {
          const { title, show: Step } = PARTS[name];
          const isDone = progress[name] !== undefined;
          return (
            <li key={name} aria-current={name === next ? 'step' : undefined}>
              <h2>
                {title} <span class={`pill ${isDone ? 'good' : ''}`}>{isDone ? 'done' : 'to do'}</span>
              </h2>
              <Step progress={progress} onDone={onDone} />
            </li>
          );
        })}
      </ol>
      {progress.received && <DeliveriesStep event={progress.received} />}
      {next === undefined && (
        <p role="status">
          That is the whole tour. Next, <a href={href(['machine', 'failures'])}>make something fail</a>, or{' '}
          <a href={href(['tasks'])}>send a task</a> from one agent to another.
        </p>
      )}
    </>
  );
}
