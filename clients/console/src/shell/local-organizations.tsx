import { useState } from 'preact/hooks';
import { ErrorText } from '../widgets/error-text.tsx';
import { Loading } from '../widgets/loading.tsx';
import { Time } from '../widgets/time.tsx';
import { useAction } from '../widgets/use-action.ts';
import { useLoad } from '../widgets/use-load.ts';
import { createDemo } from './demo.ts';
import { localOrganizations } from './local-login.ts';
import { goTo } from './route.ts';
import { fragmentOf } from './route-text.ts';
import { ended } from './session.ts';

/** How many organizations are listed at most; the filter finds the others. */
const MAX_SHOWN = 20;

/** Lets the console log in to an organization again after the service has ended its session. */
function open(slug: string): void {
  if (ended.value?.slug === slug) ended.value = undefined;
}

/** The organizations on this machine. One click opens one of them, or creates a demo organization. */
export function LocalOrganizations() {
  const { data, error } = useLoad(() => localOrganizations(), []);
  const [filter, setFilter] = useState('');
  const demo = useAction(async () => goTo(fragmentOf(await createDemo(), ['tour'])));
  const wanted = filter.toLowerCase();
  const matching = data?.filter(({ name, slug }) => `${name} ${slug}`.toLowerCase().includes(wanted)) ?? [];
  return (
    <section>
      <h2>Organizations on this machine</h2>
      <ErrorText error={error ?? demo.error} />
      {data === undefined && error === undefined && <Loading what="organizations" />}
      {data?.length === 0 && <p>There are none yet. From here, your first answered email is two minutes away.</p>}
      {data !== undefined && data.length > MAX_SHOWN && (
        <label>
          Filter{' '}
          <input value={filter} onInput={(event: InputEvent) => setFilter((event.target as HTMLInputElement).value)} />
        </label>
      )}
      <ul class="choices">
        {matching.slice(0, MAX_SHOWN).map(({ id, name, slug, created_at: at }) => (
          <li key={id}>
            <a href={fragmentOf(slug, ['log'])} onClick={() => open(slug)}>
              <strong>{name}</strong> <code>{slug}</code>
            </a>
            <Time at={at} />
          </li>
        ))}
      </ul>
      <button type="button" class={data?.length === 0 ? 'primary' : ''} disabled={demo.isRunning} onClick={demo.run}>
        Create a demo organization with two agents
      </button>
    </section>
  );
}
