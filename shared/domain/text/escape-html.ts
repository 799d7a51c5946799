/** A text as HTML shows it, in content and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

const NAMES: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' };

/** The same with the names of entities, as mail programs write a text in the HTML of an email. */
export function escapeMailHtml(text: string): string {
  return text.replace(/[<>&"]/g, (character) => NAMES[character] ?? character);
}
