import { html } from 'htm/preact';
import { Dialog } from '../widgets/dialog.ts';
import { closeDialog, openDialog, SHORTCUTS } from './shortcuts.ts';

/** The list of keyboard shortcuts. */
export function ShortcutList() {
  if (openDialog.value !== 'shortcuts') return null;
  return html`
    <${Dialog} title="Keyboard shortcuts" onClose=${closeDialog}>
      <dl class="keys">
        ${SHORTCUTS.map(([keys, what]) => html`<div><dt><kbd>${keys}</kbd></dt><dd>${what}</dd></div>`)}
      </dl>
    <//>
  `;
}
