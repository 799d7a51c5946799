import { useEffect, useState } from 'preact/hooks';
import { Dialog } from '../widgets/dialog.tsx';
import { useLoad } from '../widgets/use-load.ts';
import { type Command, commandsFor } from './commands.ts';
import { goTo } from './route.ts';
import { aidOfSession } from './session.ts';
import { closeDialog, openDialog } from './shortcuts.ts';

/** Opens any page, agent or id by typing. */
export function CommandPalette() {
  return openDialog.value === 'palette' ? <OpenPalette /> : null;
}

function OpenPalette() {
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(0);
  const agents = useLoad((signal) => aidOfSession().identities.list({ limit: 100 }, { signal }).firstPage(), []);
  const commands = commandsFor(typed, agents.data ?? []);
  useEffect(() => setChosen(0), [typed]);

  const go = ({ address }: Command) => {
    closeDialog();
    goTo(address);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const command = commands[chosen];
    if (event.key === 'Enter' && command !== undefined) go(command);
    else if (by !== 0) setChosen(Math.min(Math.max(chosen + by, 0), commands.length - 1));
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title="Go to" onClose={closeDialog}>
      <input
        aria-label="Page, agent or ID"
        autofocus
        role="combobox"
        aria-expanded="true"
        aria-controls="commands"
        aria-activedescendant={commands.length > 0 ? `command-${chosen}` : undefined}
        placeholder="Page, agent or ID"
        value={typed}
        onInput={(event: InputEvent) => setTyped((event.target as HTMLInputElement).value)}
        onKeyDown={onKeyDown}
      />
      <ul id="commands" role="listbox" aria-label="Matches">
        {commands.map((command, index) => (
          <li id={`command-${index}`} role="option" aria-selected={index === chosen} onClick={() => go(command)}>
            {command.title} <span class="quiet">{command.detail}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
