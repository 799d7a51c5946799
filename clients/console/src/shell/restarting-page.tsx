import { useEffect } from 'preact/hooks';
import { isRestarting, untilReady } from './restart.ts';
import { goTo } from './route.ts';
import { end } from './session.ts';

/** Shown while the stack restarts. The console then starts over. */
export function RestartingPage() {
  useEffect(() => {
    const ending = new AbortController();
    void untilReady(ending.signal).then(() => {
      if (ending.signal.aborted) return;
      goTo('#/');
      end();
      isRestarting.value = false;
    });
    return () => ending.abort();
  }, []);
  return (
    <main class="login">
      <h1>AID console</h1>
      <p role="status">All data is deleted. An empty stack is starting…</p>
    </main>
  );
}
