/** Learns what a reader of the log finds that operators should know. */
export interface LogObserver {
  /** The reader closed tickets: their writers crashed, or took longer than the lease. */
  ticketsClosed(count: number): void;
  /** More tickets are unknown than an event names, so that the reader has to wait until no commit can be running. */
  blocked(): void;
}
