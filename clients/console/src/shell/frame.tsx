import { useEffect } from 'preact/hooks';
import { usePendingCount } from '../approvals/pending-count.ts';
import { FailureBanner } from '../machine/failure-banner.tsx';
import { ErrorText } from '../widgets/error-text.tsx';
import { useLoadedAgents } from '../widgets/use-agents.ts';
import { AreaPage } from './area-page.tsx';
import { CommandPalette } from './command-palette.tsx';
import { useDeliveryNotifications } from './delivery-notifications.ts';
import { streamError } from './live-events.ts';
import { AREAS } from './navigation.ts';
import { useNotifications } from './notifications.ts';
import { href, route } from './route.ts';
import { useRowPlace } from './row-place.ts';
import { isLocal, type Session } from './session.ts';
import { ShortcutList } from './shortcut-list.tsx';
import { closeDialog, openPalette, useShortcuts } from './shortcuts.ts';
import { SIDEBAR, Sidebar } from './sidebar.tsx';

/** The frame around every page: the sidebar, and the state of the event stream. */
export function Frame({ session }: { readonly session: Session }) {
  const [area = 'log'] = route.value.path;
  const { actor } = session;
  const failed = streamError.value;
  const pending = usePendingCount(session);
  useShortcuts();
  useRowPlace();
  const agents = useLoadedAgents(session);
  useNotifications();
  useDeliveryNotifications();
  // A dialog that is open as the session ends is not that of the next one.
  useEffect(() => closeDialog, []);
  useEffect(() => {
    document.title = `${AREAS.find(({ path }) => path === area)?.title ?? 'Console'} · ${actor.org_name} · AID`;
  }, [area, actor]);
  return (
    <div class="frame">
      <a class="skip" href="#main" onClick={skipToMain}>
        Skip to content
      </a>
      <header class="bar">
        <button type="button" class="open-menu" popovertarget={SIDEBAR}>
          Menu{pending !== undefined && <span class="count waits">{pending}</span>}
        </button>
        <a class="brand" href={href(['log'])}>
          AID
        </a>
        <span
          class={failed === undefined ? 'pill good' : 'pill failure'}
          title={failed ?? 'Events appear as they are committed'}
        >
          {failed === undefined ? 'live' : 'not live'}
        </span>
        <button type="button" class="go" title="Ctrl K" onClick={openPalette}>
          Go to…
        </button>
      </header>
      <Sidebar session={session} pending={pending} />
      <div class="page">
        {isLocal && <FailureBanner />}
        {agents.error !== undefined && (
          <aside class="banner" aria-label="Agents">
            The agents could not be loaded. <ErrorText error={agents.error} />
            <button type="button" onClick={agents.reload}>
              Try again
            </button>
          </aside>
        )}
        <main id="main" tabindex={-1} class={`area ${area}`}>
          <AreaPage area={area} />
        </main>
      </div>
      <CommandPalette />
      <ShortcutList />
    </div>
  );
}

/** The URL fragment holds the place in the console, so a link cannot move the focus. */
function skipToMain(event: MouseEvent): void {
  event.preventDefault();
  document.getElementById('main')?.focus();
}
