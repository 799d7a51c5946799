import type { ApprovalSettings, SetApprovalSettings } from '../../../typescript/src/index.ts';

/** The fields of approval settings that the form has fields of its own for. */
const OWN_FIELDS: readonly string[] = [
  'identity_id',
  'updated_at',
  'mail',
  'vault',
  'hold_days',
  'ttl_seconds',
  'approvers',
  'mail_per_day',
  'new_recipients_per_day',
  'leases_per_day',
];

/** The settings of a newer service that hold an action always or never, by name: their field needs only a name. */
export function otherGates(settings: ApprovalSettings): readonly (readonly [name: string, value: string])[] {
  return Object.entries(settings).filter(
    (entry): entry is [string, string] => !OWN_FIELDS.includes(entry[0]) && /^(?:never|always)$/.test(String(entry[1])),
  );
}

/** What a submitted form sets. A setting replaces all others, so those that the form does not have stay as they are. */
export function settingsOf(
  present: ApprovalSettings,
  fields: Readonly<Record<string, string | undefined>>,
): SetApprovalSettings {
  const { identity_id: _of, updated_at: _at, ...kept } = present;
  const number = (name: string) => {
    const text = fields[name]?.trim() ?? '';
    return text === '' ? null : Number(text);
  };
  const gates = otherGates(present).map(([name, value]) => [name, fields[name] ?? value]);
  return {
    ...kept,
    ...Object.fromEntries(gates),
    mail: fields.mail ?? present.mail,
    vault: fields.vault ?? present.vault,
    hold_days: number('hold_days'),
    ttl_seconds: number('ttl_seconds') ?? present.ttl_seconds,
    approvers: (fields.approvers ?? '').split(/[\s,]+/).filter((address) => address !== ''),
    mail_per_day: number('mail_per_day'),
    new_recipients_per_day: number('new_recipients_per_day'),
    leases_per_day: number('leases_per_day'),
  };
}
