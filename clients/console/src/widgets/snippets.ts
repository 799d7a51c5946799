import { html } from 'htm/preact';
import { CopyButton } from './copy-button.ts';
import { LANGUAGES, type ShownCall, snippetOf } from './snippet-text.ts';
import { Tabs } from './tabs.ts';

/** How a program makes the call that a part of the page shows. */
export function Snippets({ call }: { readonly call: ShownCall }) {
  const tabs = LANGUAGES.map((language) => {
    const text = snippetOf(call, language, location.origin);
    const show = () => html`
      <${CopyButton} text=${text} />
      <pre tabindex="0" role="region" aria-label=${`The call in ${language}`}>${text}</pre>
    `;
    return { name: language.toLowerCase(), title: language, show };
  });
  return html`
    <details class="snippets">
      <summary>In code: <code>${call.verb} ${call.path}</code></summary>
      <${Tabs} label="Language" tabs=${tabs} />
    </details>
  `;
}
