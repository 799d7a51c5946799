import { html } from 'htm/preact';
import type { Domain } from '../../../typescript/src/index.ts';
import { aidOfSession } from '../shell/session.ts';
import { Confirm } from '../widgets/confirm.ts';
import { CopyButton } from '../widgets/copy-button.ts';
import { ErrorText } from '../widgets/error-text.ts';
import { Pill } from '../widgets/pill.ts';
import { Time } from '../widgets/time.ts';
import { useAction } from '../widgets/use-action.ts';

interface DomainRecordsProps {
  readonly domain: Domain;
  readonly onChanged: () => void;
}

/** A mail domain with its DNS records, ready to copy. */
export function DomainRecords({ domain, onChanged }: DomainRecordsProps) {
  const { id, domain: name, status, records } = domain;
  const { domains } = aidOfSession();
  const verify = useAction(async () => {
    await domains.verify(id);
    onChanged();
  });
  const remove = useAction(async () => {
    await domains.delete(id);
    onChanged();
  });
  return html`
    <article class="message" aria-label=${name}>
      <div class="heading">
        <h3>${name} <${Pill} status=${status} /></h3>
        <div class="actions">
          <button type="button" disabled=${verify.isRunning} onClick=${verify.run}>Check the records</button>
          <${Confirm} title="Delete" question=${`Delete ${name}? It must have no mailboxes.`} onConfirm=${remove.run} />
        </div>
      </div>
      <${ErrorText} error=${verify.error ?? remove.error} />
      <p class="quiet">Last checked: <${Time} at=${domain.last_checked_at} /></p>
      <div class="scroll" tabindex="0" role="region" aria-label=${`Records of ${name}`}>
        <table>
          <thead><tr><th>Purpose</th><th>Type</th><th>Name</th><th>Value</th><th>Status</th></tr></thead>
          <tbody>
            ${records.map(
              (record) => html`
                <tr>
                  <td>${record.purpose}</td>
                  <td>${record.type}</td>
                  <td><code>${record.name}</code> <${CopyButton} text=${record.name} what="Copy name" /></td>
                  <td>${record.priority !== null && `${record.priority} `}<code>${record.value}</code> <${CopyButton} text=${record.value} what="Copy value" /></td>
                  <td><${Pill} status=${record.status} /></td>
                </tr>
              `,
            )}
          </tbody>
        </table>
      </div>
    </article>
  `;
}
