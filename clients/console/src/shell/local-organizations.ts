import { html } from 'htm/preact';
import { useState } from 'preact/hooks';
import { ErrorText } from '../widgets/error-text.ts';
import { Loading } from '../widgets/loading.ts';
import { Time } from '../widgets/time.ts';
import { useAction } from '../widgets/use-action.ts';
import { useLoad } from '../widgets/use-load.ts';
import { createDemo } from './demo.ts';
import { localOrganizations } from './local-login.ts';
import { goTo } from './route.ts';
import { fragmentOf } from './route-text.ts';

/** How many organizations are offered before the filter is used. */
const MAX_SHOWN = 20;

/** The organizations of this machine. One click opens one of them, or creates one to begin with. */
export function LocalOrganizations() {
  const { data, error } = useLoad(() => localOrganizations(), []);
  const [filter, setFilter] = useState('');
  const demo = useAction(async () => goTo(fragmentOf(await createDemo(), ['tour'])));
  const wanted = filter.toLowerCase();
  const matching = data?.filter(({ name, slug }) => `${name} ${slug}`.toLowerCase().includes(wanted)) ?? [];
  return html`
    <section>
      <h2>Organizations of this machine</h2>
      <${ErrorText} error=${error ?? demo.error} />
      ${data === undefined && error === undefined && html`<${Loading} what="organizations" />`}
      ${data?.length === 0 && html`<p>There are none yet. It takes two minutes from here to an answered email.</p>`}
      ${
        data !== undefined &&
        data.length > MAX_SHOWN &&
        html`<label>Filter <input value=${filter} onInput=${(event: InputEvent) => setFilter((event.target as HTMLInputElement).value)} /></label>`
      }
      <ul class="choices">
        ${matching.slice(0, MAX_SHOWN).map(
          ({ id, name, slug, created_at: at }) => html`
            <li key=${id}>
              <a href=${fragmentOf(slug, ['log'])}><strong>${name}</strong> <code>${slug}</code></a>
              <${Time} at=${at} />
            </li>
          `,
        )}
      </ul>
      <button type="button" class=${data?.length === 0 ? 'primary' : ''} disabled=${demo.isRunning} onClick=${demo.run}>
        Create a demo organization with two agents
      </button>
    </section>
  `;
}
