/**
 * Settings of a person that the browser keeps for this page: the theme, names of filters, whether to notify. Never a
 * key, nor anything that the service has sent but ids.
 */
export function readSetting(name: string): unknown {
  try {
    return parsed(localStorage.getItem(name) ?? 'null');
  } catch {
    // The browser allows no storage.
    return null;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // An earlier console stored the theme without quotes. What something else has written there is a text, too.
    return text;
  }
}

export function storeSetting(name: string, value: unknown): void {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // Without storage, the setting is for this visit only.
  }
}
