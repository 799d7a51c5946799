import { InboxCount, InboxLinks } from './inbox-links.tsx';
import { AREAS } from './navigation.ts';
import { PersonMenu } from './person-menu.tsx';
import { href, route } from './route.ts';
import type { Session } from './session.ts';
import { useMenu } from './use-menu.ts';

/** The id by which the button in the header opens the sidebar where it is a menu. */
export const SIDEBAR = 'sidebar';

interface SidebarProps {
  readonly session: Session;
  /** How many approvals wait for a decision; `undefined` if none does. */
  readonly pending: string | undefined;
}

/**
 * The areas with what waits in them, the inboxes, the organization and the person. On a narrow page it is a menu: a
 * popover, which the browser closes on Escape and on a click elsewhere. The styles show it always on a wide one.
 */
export function Sidebar({ session: { actor }, pending }: SidebarProps) {
  const [area = 'log'] = route.value.path;
  const menu = useMenu<HTMLElement>();
  return (
    <aside ref={menu} id={SIDEBAR} class="sidebar" aria-label="Menu" popover="auto">
      <nav class="links" aria-label="Areas">
        {AREAS.map(({ path, title }) => (
          <a key={path} href={href([path])} aria-current={path === area ? 'page' : undefined}>
            <span class="name">{title}</span>
            {path === 'inbox' && <InboxCount />}
            {path === 'approvals' && pending !== undefined && <span class="count waits">{pending}</span>}
          </a>
        ))}
      </nav>
      <InboxLinks />
      <footer>
        <a class="organization" href={href(['organization'])} title={actor.org_id}>
          {actor.org_name}
        </a>
        <PersonMenu actor={actor} />
      </footer>
    </aside>
  );
}
