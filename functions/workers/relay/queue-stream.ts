import type { QueuedJob } from '#shared/runtime/queue.ts';

/** The job that sends a stream what is new. The connection is the group, so that a slow one delays no other. */
export function queueStream(organizationId: string, connectionId: string): QueuedJob<'event-streams'> {
  return { queue: 'event-streams', job: { organizationId, connectionId }, group: connectionId };
}

/** Leaves one job of each stream: it sends all that is new. */
export function withoutRepeatedPushes(jobs: readonly QueuedJob[]): QueuedJob[] {
  const seen = new Set<string>();
  return jobs.filter((job) => {
    if (job.queue !== 'event-streams' || !('connectionId' in job.job)) return true;
    const isFirst = !seen.has(job.job.connectionId);
    seen.add(job.job.connectionId);
    return isFirst;
  });
}
