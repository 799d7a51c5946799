import type { Identity } from '../../../typescript/src/index.ts';
import { ApprovalSettingsPart } from '../approvals/approval-settings-part.tsx';
import { KeyTable } from '../organization/key-table.tsx';
import { session } from '../shell/session.ts';
import { CopyableCode } from '../widgets/copyable-code.tsx';
import { FactList } from '../widgets/fact-list.tsx';
import { Snippets } from '../widgets/snippets.tsx';
import { Time } from '../widgets/time.tsx';
import { AgentCardView } from './agent-card-view.tsx';
import { Suspension } from './suspension.tsx';

interface AgentSettingsProps {
  readonly agent: Identity;
  readonly onChanged: () => void;
}

/** The settings of an agent: its addresses, approvals, keys and card, and whether it is suspended. */
export function AgentSettings({ agent, onChanged }: AgentSettingsProps) {
  const { id, handle, description, mailboxes } = agent;
  const isOrgKey = session.value?.actor.identity_id === undefined;
  return (
    <>
      <h2>Agent</h2>
      <FactList
        facts={{
          ID: <CopyableCode text={id} />,
          Handle: handle,
          Description: description ?? <span class="quiet">none</span>,
          Addresses: mailboxes.map(({ address, is_default: isDefault }) => (
            <div>
              <code>{address}</code> {isDefault && '(default)'}
            </div>
          )),
          Created: <Time at={agent.created_at} isExact />,
        }}
      />
      {isOrgKey && <Suspension agent={agent} onChanged={onChanged} />}
      {isOrgKey && (
        <>
          <h2>Approvals</h2>
          <ApprovalSettingsPart key={id} identityId={id} />
        </>
      )}
      <h2>Keys</h2>
      <KeyTable identityId={id} />
      <h2>Card</h2>
      <AgentCardView agent={agent} />
      <Snippets call={{ name: 'identities.get', verb: 'GET', path: `/v1/identities/${id}`, ids: [id] }} />
    </>
  );
}
