import type { Disturbance, Incident } from '../disturbance.ts';
import type { History } from '../history.ts';
import { type Violation, violation } from './violation.ts';

/**
 * Every accepted mail left the service, and no mail twice. The contract has one exception: a sender that dies after SES
 * accepted an email may leave the next attempt to send it again.
 */
export function checkMail({ operations, sentSubjects, incidents }: History): Violation[] {
  const sent = new Map<string, number>();
  for (const subject of sentSubjects) sent.set(subject, (sent.get(subject) ?? 0) + 1);
  return operations.flatMap(({ planned, marker, outcome, startedAt }) => {
    if (planned.kind !== 'send-mail') return [];
    const found = sent.get(marker) ?? 0;
    const text = `${marker}: ${found} mails`;
    if (outcome.kind === 'acknowledged' && found === 0) return [violation('mail-lost', text)];
    if (outcome.kind === 'refused' && found > 0) return [violation('refused-write', text)];
    const mayRepeat = incidents.some((incident) => incident.at >= startedAt && isCrashOfSender(incident));
    return found > (mayRepeat ? 2 : 1) ? [violation('mail-doubled', text)] : [];
  });
}

function isCrashOfSender(incident: Incident): boolean {
  return 'disturbance' in incident && isOfSender(incident.disturbance);
}

function isOfSender(disturbance: Disturbance): boolean {
  return (
    disturbance.kind !== 'outage' && disturbance.kind !== 'clock' && disturbance.function === 'worker-outbound-mail'
  );
}
