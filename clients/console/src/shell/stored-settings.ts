/**
 * Settings of a person that the browser keeps for this page: the theme, names of filters, whether to notify. Never a
 * key, nor anything that the service has sent but ids.
 */
export function readSetting(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'null');
  } catch {
    // Something else has written there, or the browser allows no storage.
    return null;
  }
}

export function storeSetting(name: string, value: unknown): void {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // Without storage, the setting is for this visit only.
  }
}
