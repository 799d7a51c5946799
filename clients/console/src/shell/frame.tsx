import { useEffect } from 'preact/hooks';
import { usePendingCount } from '../approvals/pending-count.ts';
import { FailureBanner } from '../machine/failure-banner.tsx';
import { LinkRow } from '../widgets/link-row.tsx';
import { AreaPage } from './area-page.tsx';
import { CommandPalette } from './command-palette.tsx';
import { streamError } from './live-events.ts';
import { logOut } from './log-out.ts';
import { AREAS } from './navigation.ts';
import { href, route } from './route.ts';
import { isLocal, type Session } from './session.ts';
import { ShortcutList } from './shortcut-list.tsx';
import { openPalette, openShortcuts, useShortcuts } from './shortcuts.ts';
import { ThemeChoice } from './theme-choice.tsx';

/** The frame around every page: the navigation, the organization and the state of the event stream. */
export function Frame({ session }: { readonly session: Session }) {
  const [area = 'log'] = route.value.path;
  const { actor } = session;
  const failed = streamError.value;
  const pending = usePendingCount(session);
  const areas = AREAS.map(({ path, title }) => ({
    href: href([path]),
    title,
    count: path === 'approvals' ? pending : undefined,
    isCurrent: path === area,
  }));
  useShortcuts();
  useEffect(() => {
    document.title = `${AREAS.find(({ path }) => path === area)?.title ?? 'Console'} · ${actor.org_name} · AID`;
  }, [area, actor]);
  return (
    <>
      <a class="skip" href="#main" onClick={skipToMain}>
        Skip to content
      </a>
      <header class="frame">
        <a class="brand" href={href(['log'])}>
          AID
        </a>
        <span class="organization" title={actor.org_id}>
          {actor.org_name}
        </span>
        <LinkRow label="Areas" links={areas} />
        <div class="tools">
          <span
            class={failed === undefined ? 'pill good' : 'pill bad'}
            title={failed ?? 'Events appear as they are committed'}
          >
            {failed === undefined ? 'live' : 'not live'}
          </span>
          <button type="button" class="plain" onClick={openPalette}>
            Go to…
          </button>
          <button type="button" class="plain" aria-label="Keyboard shortcuts" onClick={openShortcuts}>
            ?
          </button>
          <ThemeChoice />
          <a href="#/" onClick={logOutAt}>
            Log out
          </a>
        </div>
      </header>
      {isLocal && <FailureBanner />}
      <main id="main" tabindex={-1} class={`area ${area}`}>
        <AreaPage area={area} />
      </main>
      <CommandPalette />
      <ShortcutList />
    </>
  );
}

function logOutAt(event: MouseEvent): void {
  event.preventDefault();
  logOut();
}

/** The URL fragment holds the place in the console, so a link cannot move the focus. */
function skipToMain(event: MouseEvent): void {
  event.preventDefault();
  document.getElementById('main')?.focus();
}
