import { useState } from 'preact/hooks';
import type { ContactRule } from '../../../typescript/src/index.ts';
import { aidOfSession } from '../shell/session.ts';
import { Code } from '../widgets/code.tsx';
import { ErrorText } from '../widgets/error-text.tsx';
import { Field } from '../widgets/field.tsx';
import { useAgents } from '../widgets/use-agents.ts';
import { useForm } from '../widgets/use-form.ts';
import { type Verdict, verdictOf } from './rule-verdict.ts';
import { WARNINGS } from './warnings.ts';

/** Shows what the rules would do with an email, and why. Nothing is sent. */
export function RuleTester({ rules }: { readonly rules: readonly ContactRule[] }) {
  const agents = [...useAgents().values()];
  const [verdict, setVerdict] = useState<Verdict>();
  const attempt = useForm(async (_fields, form) => {
    const data = new FormData(form);
    const identityId = String(data.get('identity_id'));
    const { filter_mode: mode } = await aidOfSession().contactRules.settings.get({ identity_id: identityId });
    const mail = {
      identityId,
      address: String(data.get('address')),
      direction: data.get('direction') === 'outbound' ? 'outbound' : 'inbound',
      isVerified: data.has('verified'),
      warnings: data.getAll('warnings').map(String),
    } as const;
    setVerdict(verdictOf(mail, rules, mode));
  });
  return (
    <>
      <h2>Would this email pass?</h2>
      <form class="compose" aria-label="Would this email pass?" onSubmit={attempt.run}>
        <Field label="Agent" name="identity_id" options={agents.map(({ id, handle }) => [id, handle] as const)} />
        <Field
          label="Direction of the email"
          name="direction"
          options={[
            ['inbound', 'Inbound'],
            ['outbound', 'Outbound'],
          ]}
        />
        <Field label="Sender or recipient" name="address" type="email" required />
        <fieldset>
          <legend>If it is inbound</legend>
          <label>
            <input type="checkbox" name="verified" /> Sender verified
          </label>
          {WARNINGS.map((warning) => (
            <label>
              <input type="checkbox" name="warnings" value={warning} /> <Code code={warning} />
            </label>
          ))}
        </fieldset>
        <button disabled={attempt.isRunning || agents.length === 0}>Test</button>
        <ErrorText error={attempt.error} />
        <div role="status">
          {verdict !== undefined && (
            <p>
              <span class={verdict.result === 'passes' ? 'pill good' : 'pill failure'}>{verdict.result}</span>{' '}
              {verdict.reason}
            </p>
          )}
        </div>
      </form>
    </>
  );
}
