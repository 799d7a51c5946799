import { useEffect, useState } from 'preact/hooks';
import type { SearchResult } from '../../../typescript/src/index.ts';
import { addressOf } from '../search/search-result-row.tsx';
import { useFound } from '../search/use-found.ts';
import { Dialog } from '../widgets/dialog.tsx';
import { labelOf } from '../widgets/label-of.ts';
import { useLoad } from '../widgets/use-load.ts';
import { type Command, commandsFor } from './commands.ts';
import { goTo, href } from './route.ts';
import { aidOfSession } from './session.ts';
import { closeDialog, openDialog } from './shortcuts.ts';

/** Opens any page, agent or id by typing, and what its words find. */
export function CommandPalette() {
  return openDialog.value === 'palette' ? <OpenPalette /> : null;
}

function OpenPalette() {
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(0);
  const agents = useLoad((signal) => aidOfSession().identities.list({ limit: 100 }, { signal }).firstPage(), []);
  const found = useFound(typed);
  const commands = [...commandsFor(typed, agents.data ?? []), ...searchFor(typed), ...found.map(commandTo)];
  useEffect(() => setChosen(0), [typed]);
  useEffect(() => document.getElementById(`command-${chosen}`)?.scrollIntoView({ block: 'nearest' }), [chosen]);

  const go = ({ address }: Command) => {
    closeDialog();
    goTo(address);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // The keys are for the input method, which composes a word: Enter accepts it.
    if (event.isComposing) return;
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const command = commands[chosen];
    if (event.key === 'Enter' && command !== undefined) go(command);
    else if (by !== 0) setChosen(Math.min(Math.max(chosen + by, 0), commands.length - 1));
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title="Go to or find" onClose={closeDialog}>
      <input
        aria-label="Page, agent, ID or words"
        role="combobox"
        aria-expanded="true"
        aria-controls="commands"
        aria-activedescendant={commands.length > 0 ? `command-${chosen}` : undefined}
        placeholder="Page, agent, ID or words"
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

function commandTo(result: SearchResult): Command {
  const { kind, title, snippet } = result;
  return { title: title || '(no subject)', detail: `${labelOf(kind)} · ${snippet}`, address: addressOf(result) };
}

/** The page with all that the words find. */
function searchFor(typed: string): readonly Command[] {
  const q = typed.trim();
  return q === '' ? [] : [{ title: `Search for “${q}”`, detail: '', address: href(['search'], { q }) }];
}
