import { html } from 'htm/preact';
import type { Identity } from '../../../typescript/src/index.ts';
import { KeyTable } from '../organization/key-table.ts';
import { session } from '../shell/session.ts';
import { CopyButton } from '../widgets/copy-button.ts';
import { Snippets } from '../widgets/snippets.ts';
import { Time } from '../widgets/time.ts';
import { AgentCardView } from './agent-card-view.ts';
import { Suspension } from './suspension.ts';

interface AgentSettingsProps {
  readonly agent: Identity;
  readonly onChanged: () => void;
}

/** The settings of an agent: its addresses, keys and card, and whether it is suspended. */
export function AgentSettings({ agent, onChanged }: AgentSettingsProps) {
  const { id, handle, description, mailboxes } = agent;
  const isOrgKey = session.value?.actor.identity_id === undefined;
  return html`
    <h2>Agent</h2>
    <dl class="fields">
      <div><dt>ID</dt><dd><code>${id}</code> <${CopyButton} text=${id} /></dd></div>
      <div><dt>Handle</dt><dd>${handle}</dd></div>
      <div><dt>Description</dt><dd>${description ?? html`<span class="quiet">none</span>`}</dd></div>
      <div>
        <dt>Addresses</dt>
        <dd>${mailboxes.map(({ address, is_default: isDefault }) => html`<div><code>${address}</code> ${isDefault && '(default)'}</div>`)}</dd>
      </div>
      <div><dt>Created</dt><dd><${Time} at=${agent.created_at} /></dd></div>
    </dl>
    ${isOrgKey && html`<${Suspension} agent=${agent} onChanged=${onChanged} />`}
    <h2>Keys</h2>
    <${KeyTable} identityId=${id} />
    <h2>Card</h2>
    <${AgentCardView} agent=${agent} />
    <${Snippets} call=${{ name: 'identities.get', verb: 'GET', path: `/v1/identities/${id}`, ids: [id] }} />
  `;
}
