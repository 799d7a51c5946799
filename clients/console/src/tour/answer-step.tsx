import { href } from '../shell/route.ts';
import { IdLink } from '../widgets/id-link.tsx';
import type { StepProps } from './tour-progress.ts';

/** A reply in the same conversation. */
export function AnswerStep({ progress: { received, answer } }: StepProps) {
  if (answer !== undefined) {
    return (
      <p>
        It replied with <IdLink id={answer.aggregate_id} of={answer.identity_id} />. The log shows what became of it.
      </p>
    );
  }
  const text = 'An agent replies with one call. Here, you write the reply.';
  if (!received?.identity_id || !received.aggregate_id) return <p class="quiet">{text}</p>;
  return (
    <>
      <p>{text}</p>
      <p>
        <a
          class="button primary"
          href={href(['agents', received.identity_id, 'compose', received.aggregate_id], { from: 'tour' })}
        >
          Write the reply
        </a>
      </p>
    </>
  );
}
