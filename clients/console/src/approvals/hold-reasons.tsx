import type { ApprovalReason, HoldCode } from '../../../typescript/src/index.ts';
import { IdLink } from '../widgets/id-link.tsx';

/** Why an action is held, in words. A newer service may have other codes. */
const REASONS: Readonly<Record<string, string>> = {
  always: 'Actions of this kind always wait.',
  external: 'Outside the organization.',
  first_contact: 'The organization has neither written to this address nor had verified mail from it.',
  unvouched: 'The agent knows this only from strangers’ text, and no one vouches for it.',
  hold_days: 'The agent is new.',
  mail_per_day: 'Beyond the emails that the agent may send on a day.',
  new_recipients_per_day: 'Beyond the new recipients that the agent may write to on a day.',
  leases_per_day: 'Beyond the leases that the agent may have on a day.',
} satisfies Record<HoldCode & string, string>;

interface HoldReasonsProps {
  readonly reasons: readonly ApprovalReason[];
  /** The agent, which has the emails that the reasons name. */
  readonly agentId: string;
}

/** Why an action waits: each address and host that holds it, and where that came from. */
export function HoldReasons({ reasons, agentId }: HoldReasonsProps) {
  return (
    <ul class="reasons" aria-label="Why it waits">
      {reasons.map(({ code, address, host, source }) => (
        <li key={`${code} ${address} ${host}`}>
          {(address ?? host) !== null && (
            <>
              <strong class="url">
                <bdi>{address ?? host}</bdi>
              </strong>
              {': '}
            </>
          )}
          <span title={code}>{REASONS[code] ?? code}</span>
          {source !== null && (
            <>
              {' It came from: '}
              <Source text={source} agentId={agentId} />.
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Where a name came from. An email that it names is a link. */
function Source({ text, agentId }: { readonly text: string; readonly agentId: string }) {
  const [before = '', id, after = ''] = text.split(/(\bmsg_\w{26}\b)/);
  return (
    <span>
      {before}
      {id !== undefined && <IdLink id={id} of={agentId} />}
      {after}
    </span>
  );
}
