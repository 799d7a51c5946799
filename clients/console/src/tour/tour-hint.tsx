import { href } from '../shell/route.ts';
import { STEPS, useTourProgress } from './tour-progress.ts';

/** The next step of the tour, shown in the log of a new organization. */
export function TourHint() {
  const { data } = useTourProgress();
  if (data === undefined) return null;
  const all = STEPS.length;
  const done = STEPS.filter((name) => data[name] !== undefined).length;
  if (done === all) return null;
  return (
    <p class="hint">
      {data.agent === undefined ? 'The organization has no agent yet. ' : 'This organization is new. '}
      <a href={href(['tour'])}>
        {done === 0 ? 'Take the tour' : `Continue the tour: ${done} of ${all} steps are done`}
      </a>
    </p>
  );
}
