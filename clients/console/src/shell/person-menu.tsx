import type { Actor } from '../../../typescript/src/index.ts';
import { hasUnsaved } from '../agents/use-writing.ts';
import { labelOf } from '../widgets/code.tsx';
import { logOut } from './log-out.ts';
import { NotifySwitch } from './notify-switch.tsx';
import { openShortcuts } from './shortcuts.ts';
import { ThemeChoice } from './theme-choice.tsx';
import { useMenu } from './use-menu.ts';

const MENU = 'person-menu';

/** Who uses the console, and what is theirs alone: the theme, the shortcuts, logging out. */
export function PersonMenu({ actor }: { readonly actor: Actor }) {
  const menu = useMenu<HTMLDivElement>();
  return (
    <>
      <button type="button" class="person" popovertarget={MENU}>
        {whoIs(actor)}
      </button>
      <div ref={menu} id={MENU} class="menu" popover="auto">
        <p class="quiet">
          {whoIs(actor)} of {actor.org_name} <code>{actor.actor_id}</code>
        </p>
        <p class="choice">
          Theme <ThemeChoice />
        </p>
        <NotifySwitch />
        <button type="button" class="plain" popovertarget={MENU} popovertargetaction="hide" onClick={openShortcuts}>
          Keyboard shortcuts
        </button>
        <a href="#/" onClick={logOutAt}>
          Log out
        </a>
      </div>
    </>
  );
}

/** The person or key in a word: `Owner`, `Org key`, the name of the agent. */
function whoIs({ display_name: agent, role }: Actor): string {
  return agent ?? (role === undefined ? 'Org key' : labelOf(role));
}

function logOutAt(event: MouseEvent): void {
  event.preventDefault();
  if (!hasUnsaved() || confirm('A message that you are writing is not saved. Log out and lose it?')) logOut();
}
