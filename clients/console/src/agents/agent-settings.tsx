import type { Identity } from '../../../typescript/src/index.ts';
import { KeyTable } from '../organization/key-table.tsx';
import { session } from '../shell/session.ts';
import { CopyButton } from '../widgets/copy-button.tsx';
import { Snippets } from '../widgets/snippets.tsx';
import { Time } from '../widgets/time.tsx';
import { AgentCardView } from './agent-card-view.tsx';
import { Suspension } from './suspension.tsx';

interface AgentSettingsProps {
  readonly agent: Identity;
  readonly onChanged: () => void;
}

/** The settings of an agent: its addresses, keys and card, and whether it is suspended. */
export function AgentSettings({ agent, onChanged }: AgentSettingsProps) {
  const { id, handle, description, mailboxes } = agent;
  const isOrgKey = session.value?.actor.identity_id === undefined;
  return (
    <>
      <h2>Agent</h2>
      <dl class="fields">
        <div>
          <dt>ID</dt>
          <dd>
            <code>{id}</code> <CopyButton text={id} />
          </dd>
        </div>
        <div>
          <dt>Handle</dt>
          <dd>{handle}</dd>
        </div>
        <div>
          <dt>Description</dt>
          <dd>{description ?? <span class="quiet">none</span>}</dd>
        </div>
        <div>
          <dt>Addresses</dt>
          <dd>
            {mailboxes.map(({ address, is_default: isDefault }) => (
              <div>
                <code>{address}</code> {isDefault && '(default)'}
              </div>
            ))}
          </dd>
        </div>
        <div>
          <dt>Created</dt>
          <dd>
            <Time at={agent.created_at} />
          </dd>
        </div>
      </dl>
      {isOrgKey && <Suspension agent={agent} onChanged={onChanged} />}
      <h2>Keys</h2>
      <KeyTable identityId={id} />
      <h2>Card</h2>
      <AgentCardView agent={agent} />
      <Snippets call={{ name: 'identities.get', verb: 'GET', path: `/v1/identities/${id}`, ids: [id] }} />
    </>
  );
}
