import { useEffect } from 'preact/hooks';
import { Loading } from '../widgets/loading.tsx';
import { Frame } from './frame.tsx';
import { followLog } from './live-events.ts';
import { localKey } from './local-login.ts';
import { LoginPage } from './login-page.tsx';
import { isRestarting } from './restart.ts';
import { RestartingPage } from './restarting-page.tsx';
import { replaceWith, route } from './route.ts';
import { SecondFactorPage } from './second-factor-page.tsx';
import { begin, end, ended, isLocal, session } from './session.ts';

/** The whole console: the login, or the pages of an organization. */
export function App() {
  const { slug } = route.value;
  const present = session.value;
  const isHere = present !== undefined && (slug === '' || slug === present.actor.org_slug);

  // Where the service has refused a key, only a click logs in with another one.
  const isEnded = slug !== '' && ended.value?.slug === slug;

  useEffect(() => {
    if (isRestarting.value || isHere || isEnded || slug === '' || !isLocal) return;
    localKey(slug)
      .then(begin)
      .catch((error: unknown) => {
        end(error instanceof Error ? error.message : String(error));
        replaceWith('#/');
      });
  }, [slug, isHere, isEnded, isRestarting.value]);

  useEffect(() => {
    if (present === undefined || present.lacksSecondFactor) return;
    const ending = new AbortController();
    void followLog(present, ending.signal);
    return () => ending.abort();
  }, [present]);

  if (isRestarting.value) return <RestartingPage />;
  if (isHere && slug !== '' && present.lacksSecondFactor) return <SecondFactorPage session={present} />;
  if (isHere && slug !== '') return <Frame session={present} />;
  if (slug !== '' && isLocal && !isEnded)
    return (
      <main class="login">
        <Loading what="the organization" />
      </main>
    );
  return <LoginPage />;
}
