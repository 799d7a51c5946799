import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

interface Tab {
  readonly name: string;
  readonly title: string;
  readonly show: () => ComponentChildren;
}

let count = 0;

/** Views of one thing, shown one at a time. The arrow keys move between them. */
export function Tabs({ label, tabs }: { readonly label: string; readonly tabs: readonly Tab[] }) {
  const [id] = useState(() => `tabs-${++count}`);
  const [chosen, setChosen] = useState(tabs[0]?.name);
  const present = tabs.find(({ name }) => name === chosen) ?? tabs[0];
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (by === 0 || present === undefined) return;
    const next = tabs[(tabs.indexOf(present) + by + tabs.length) % tabs.length];
    setChosen(next?.name);
    document.getElementById(`${id}-${next?.name}`)?.focus();
  };
  return (
    <div class="tabs">
      <div role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            type="button"
            role="tab"
            id={`${id}-${tab.name}`}
            aria-selected={tab === present}
            aria-controls={`${id}-panel`}
            tabindex={tab === present ? 0 : -1}
            onClick={() => setChosen(tab.name)}
          >
            {tab.title}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${present?.name}`} key={present?.name}>
        {present?.show()}
      </div>
    </div>
  );
}
