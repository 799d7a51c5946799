import { useRef, useState } from 'preact/hooks';
import type { ApprovalSettings } from '../../../typescript/src/index.ts';
import { hasRole } from '../shell/role.ts';
import { href } from '../shell/route.ts';
import { aidOfSession } from '../shell/session.ts';
import { labelOf } from '../widgets/code.tsx';
import { ErrorText } from '../widgets/error-text.tsx';
import { FactList } from '../widgets/fact-list.tsx';
import { Field } from '../widgets/field.tsx';
import { Loading } from '../widgets/loading.tsx';
import { Snippets } from '../widgets/snippets.tsx';
import { Time } from '../widgets/time.tsx';
import { useForm } from '../widgets/use-form.ts';
import { useLoad } from '../widgets/use-load.ts';
import { otherGates, settingsOf } from './approval-settings-form.ts';

/** The levels of emails, in words. Each also holds what the one before it does. */
const MAIL_LEVELS = [
  ['never', 'None'],
  ['unvouched', 'To addresses and link hosts known only from strangers’ text'],
  ['first_contact', 'Also to addresses that the organization has no contact with yet'],
  ['external', 'Also to everyone outside the organization'],
  ['always', 'All'],
] as const;

const GATE = [
  ['never', 'None'],
  ['always', 'All'],
] as const;

/** When the actions of an agent wait for a person, or those of all agents of the organization. */
export function ApprovalSettingsPart({ identityId }: { readonly identityId?: string }) {
  const scope = identityId === undefined ? {} : { identity_id: identityId };
  const { data, error } = useLoad((signal) => aidOfSession().approvals.settings.get(scope, { signal }), [identityId]);
  const [isSaved, setSaved] = useState(false);
  const [stored, setStored] = useState<ApprovalSettings>();
  const settings = stored ?? data;
  const onStored = (now: ApprovalSettings, isAll: boolean) => {
    setStored(now);
    setSaved(isAll);
  };
  const call = { name: 'approvals.settings.get', verb: 'GET', path: '/v1/approval-settings', params: scope };
  return (
    <>
      <p class="quiet">
        What is held waits for a person, in the <a href={href(['approvals'])}>queue of approvals</a>. The stricter of
        the settings of an agent and of its organization holds, for each setting.
      </p>
      <ErrorText error={error} />
      {settings === undefined && error === undefined && <Loading what="the settings" />}
      {settings !== undefined && (
        <>
          <p role="status">{isSaved && 'Saved.'}</p>
          {hasRole('admin') ? (
            <SettingsForm settings={settings} scope={scope} onEdited={() => setSaved(false)} onStored={onStored} />
          ) : (
            <SettingsFacts settings={settings} />
          )}
        </>
      )}
      <Snippets call={call} />
    </>
  );
}

interface SettingsFormProps {
  readonly settings: ApprovalSettings;
  readonly scope: { readonly identity_id?: string };
  /** Called as a person changes the form. */
  readonly onEdited: () => void;
  /** Called with what has been stored, and whether that is all. The form keeps what the person typed meanwhile. */
  readonly onStored: (settings: ApprovalSettings, isAll: boolean) => void;
}

function SettingsForm({ settings, scope, onEdited, onStored }: SettingsFormProps) {
  // The fields begin with these: an option that is selected anew would replace what was chosen during a save.
  const [begun] = useState(settings);
  const edits = useRef(0);
  const save = useForm(async (fields) => {
    const before = edits.current;
    onEdited();
    const stored = await aidOfSession().approvals.settings.update({ ...settingsOf(settings, fields), ...scope });
    onStored(stored, edits.current === before);
  });
  const edit = () => {
    edits.current++;
    onEdited();
  };
  const choice = (label: string, name: string, value: string, options: readonly (readonly [string, string])[]) => (
    <Field label={label} name={name} defaultValue={value} options={options} />
  );
  const count = (label: string, name: 'hold_days' | 'mail_per_day' | 'new_recipients_per_day' | 'leases_per_day') => (
    <Field label={label} name={name} type="number" min={0} defaultValue={String(begun[name] ?? '')} />
  );
  return (
    <form class="compose" aria-label="Approval settings" onInput={edit} onSubmit={save.run}>
      {choice('Emails that wait', 'mail', begun.mail, MAIL_LEVELS)}
      {choice('Leases of secrets that wait', 'vault', begun.vault, GATE)}
      {otherGates(begun).map(([name, value]) => choice(`${labelOf(name)}s that wait`, name, value, GATE))}
      {count('Days during which everything a new agent does waits', 'hold_days')}
      {count('Emails per day before further ones wait', 'mail_per_day')}
      {count('New recipients per day before emails to further ones wait', 'new_recipients_per_day')}
      {count('Leases per day before further ones wait', 'leases_per_day')}
      <p class="quiet">Leave blank for no limit. Days are those of UTC.</p>
      <Field
        label="Seconds that an action waits"
        name="ttl_seconds"
        type="number"
        min={300}
        max={2_592_000}
        defaultValue={begun.ttl_seconds}
        required
        hint="Then it is denied. Five minutes are 300, seven days 604800"
      />
      <Field
        label="Who decides"
        name="approvers"
        rows={2}
        defaultValue={begun.approvers.join('\n')}
        hint="Addresses of members; without any, every owner, admin and approver"
      />
      <ErrorText error={save.error} />
      <button class="primary" disabled={save.isRunning}>
        Save
      </button>
    </form>
  );
}

/** The settings for people who may not change them. */
function SettingsFacts({ settings }: { readonly settings: ApprovalSettings }) {
  const { updated_at: at, identity_id: _of, approvers, ...values } = settings;
  const facts = Object.entries(values).map(([name, value]) => [labelOf(name), value === null ? 'none' : String(value)]);
  return (
    <FactList
      facts={{
        ...Object.fromEntries(facts),
        Approvers: approvers.join(', ') || 'all',
        Changed: <Time at={at} isExact />,
      }}
    />
  );
}
