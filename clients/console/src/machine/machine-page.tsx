import { href, route } from '../shell/route.ts';
import { LinkRow } from '../widgets/link-row.tsx';
import { ArriveMail } from './arrive-mail.tsx';
import { FailuresPart } from './failures-part.tsx';
import { MetricsPart } from './metrics-part.tsx';
import { Outbox } from './outbox.tsx';
import { QueueTable } from './queue-table.tsx';
import { RequestTable } from './request-table.tsx';
import { ResetPart } from './reset-part.tsx';

/** The sections of the page. */
export const PARTS = [
  { name: 'arrive', title: 'Simulate inbound email', show: ArriveMail },
  { name: 'outbox', title: 'Outbox', show: Outbox },
  { name: 'queues', title: 'Queues', show: QueueTable },
  { name: 'requests', title: 'Requests', show: RequestTable },
  { name: 'metrics', title: 'Metrics', show: MetricsPart },
  { name: 'failures', title: 'Failures', show: FailuresPart },
  { name: 'reset', title: 'Reset', show: ResetPart },
] as const;

/** The tools of the local profile: simulated inbound email and failures, and a view of what would leave the machine. */
export function MachinePage() {
  const [, name = 'arrive'] = route.value.path;
  const part = PARTS.find((one) => one.name === name);
  const links = PARTS.map((one) => ({
    href: href(['machine', one.name]),
    title: one.title,
    isCurrent: one === part,
  }));
  return (
    <>
      <h1>This machine</h1>
      <LinkRow class="parts" label="Sections of this machine" links={links} />
      {part === undefined ? (
        <p>There is no such section.</p>
      ) : (
        <>
          <h2>{part.title}</h2>
          <part.show />
        </>
      )}
    </>
  );
}
