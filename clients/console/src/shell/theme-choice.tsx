import { useEffect, useState } from 'preact/hooks';
import { readSetting, storeSetting } from './stored-settings.ts';

const THEMES = ['system', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];
const KEPT_AS = 'console-theme';

/** The choice between light and dark. */
export function ThemeChoice() {
  const [theme, setTheme] = useState<Theme>(keptTheme);
  useEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    storeSetting(KEPT_AS, theme);
  }, [theme]);
  return (
    <select
      aria-label="Theme"
      value={theme}
      onChange={(event: Event) => setTheme((event.target as HTMLSelectElement).value as Theme)}
    >
      {THEMES.map((one) => (
        <option value={one}>{one}</option>
      ))}
    </select>
  );
}

function keptTheme(): Theme {
  const kept = readSetting(KEPT_AS);
  return THEMES.find((one) => one === kept) ?? 'system';
}
