import { aidOfSession } from '../shell/session.ts';
import { Field } from '../widgets/field.tsx';
import { NewRecord } from '../widgets/new-record.tsx';
import { useAgents } from '../widgets/use-agents.ts';

interface NewRuleProps {
  readonly label?: string;
  readonly onCreated: () => void;
}

const ACTIONS = [
  ['block', 'Block'],
  ['allow', 'Allow'],
] as const;

const DIRECTIONS = [
  ['both', 'Both'],
  ['inbound', 'Inbound'],
  ['outbound', 'Outbound'],
] as const;

/** Creates a rule about an address or a domain. */
export function NewRule({ label, onCreated }: NewRuleProps) {
  const agents = [...useAgents().values()];
  return (
    <NewRecord
      title="New rule"
      label={label}
      submit="Create rule"
      onSubmit={async ({ action = '', target = '', direction = '', identity_id: of = '' }) => {
        await aidOfSession().contactRules.create({
          action,
          match_type: target.includes('@') ? 'exact_email' : 'domain',
          match_target: target,
          direction,
          ...(of !== '' && { identity_id: of }),
        });
        onCreated();
      }}
    >
      <Field label="Action" name="action" options={ACTIONS} />
      <Field label="Address or domain" name="target" required />
      <Field label="Direction" name="direction" options={DIRECTIONS} />
      <Field
        label="For"
        name="identity_id"
        options={[['', 'all agents'], ...agents.map(({ id, handle }) => [id, handle] as const)]}
      />
    </NewRecord>
  );
}
