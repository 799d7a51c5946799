import { useState } from 'preact/hooks';
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
  const call = { name: 'approvals.settings.get', verb: 'GET', path: '/v1/approval-settings', params: scope };
  return (
    <>
      <p class="quiet">
        What is held waits for a person, in the <a href={href(['approvals'])}>queue of approvals</a>. The stricter of
        the settings of an agent and of its organization holds, for each setting.
      </p>
      <ErrorText error={error} />
      {data === undefined && error === undefined && <Loading what="the settings" />}
      {data !== undefined &&
        (hasRole('admin') ? <SettingsForm settings={data} scope={scope} /> : <SettingsFacts settings={data} />)}
      <Snippets call={call} />
    </>
  );
}

interface SettingsFormProps {
  readonly settings: ApprovalSettings;
  readonly scope: { readonly identity_id?: string };
}

/** The form stays as it is after a save: what a person types or chooses meanwhile is not lost. */
function SettingsForm({ settings, scope }: SettingsFormProps) {
  const [edits, setEdits] = useState(0);
  const [savedEdits, setSavedEdits] = useState<number>();
  const save = useForm(async (fields) => {
    setSavedEdits(undefined);
    await aidOfSession().approvals.settings.update({ ...settingsOf(settings, fields), ...scope });
    setSavedEdits(edits);
  });
  const choice = (label: string, name: string, value: string, options: readonly (readonly [string, string])[]) => (
    <Field label={label} name={name} defaultValue={value} options={options} />
  );
  const count = (label: string, name: 'hold_days' | 'mail_per_day' | 'new_recipients_per_day' | 'leases_per_day') => (
    <Field label={label} name={name} type="number" min={0} defaultValue={String(settings[name] ?? '')} />
  );
  return (
    <>
      <p role="status">{savedEdits === edits && 'Saved.'}</p>
      <form
        class="compose"
        aria-label="Approval settings"
        onInput={() => setEdits((before) => before + 1)}
        onSubmit={save.run}
      >
        {choice('Emails that wait', 'mail', settings.mail, MAIL_LEVELS)}
        {choice('Leases of secrets that wait', 'vault', settings.vault, GATE)}
        {otherGates(settings).map(([name, value]) => choice(`${labelOf(name)}s that wait`, name, value, GATE))}
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
          defaultValue={settings.ttl_seconds}
          required
          hint="Then it is denied. Five minutes are 300, seven days 604800"
        />
        <Field
          label="Who decides"
          name="approvers"
          rows={2}
          defaultValue={settings.approvers.join('\n')}
          hint="Addresses of members; without any, every owner, admin and approver"
        />
        <ErrorText error={save.error} />
        <button class="primary" disabled={save.isRunning}>
          Save
        </button>
      </form>
    </>
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
