import type { LogObserver } from '#shared/data/event-log/log-observer.ts';
import { count, publishMetrics } from './log.ts';

/** Counts for operators what readers of the log find. */
export const logMetrics: LogObserver = {
  ticketsClosed(closed) {
    count('TicketsClosed', closed);
    publishMetrics();
  },
  blocked() {
    count('ReadersBlocked');
    publishMetrics();
  },
};
