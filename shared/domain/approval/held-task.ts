/** An agent of a task, as it was when the task was asked for. */
interface HeldTaskAgent {
  readonly identityId: string;
  readonly organizationId: string;
  readonly handle: string;
  readonly displayName: string;
}

/**
 * The task that an agent has asked for. No task exists before a person approves it. Its message and its metadata are
 * stored under its id, where only a task leads to them.
 *
 * See: docs/contract/approvals.md#tasks.
 */
export interface HeldTask {
  readonly caller: HeldTaskAgent;
  readonly worker: HeldTaskAgent;
  readonly contextId: string;
  /** Whether the context exists only when the task does. */
  readonly isNewContext: boolean;
  /** The client's id of the context, if it has named one. */
  readonly clientContextId?: string;
  /** The id of its message. */
  readonly messageId: string;
  /** The client's id of the message, if it has named one. */
  readonly sentMessageId?: string;
  /** Whether the message was sent as one text. */
  readonly isText: boolean;
  /** The beginning of its texts. */
  readonly snippet: string;
  /** The JSON bytes of the message, and of the metadata. */
  readonly messageBytes: number;
  readonly contentBytes: number;
  /** The receiver of push notifications, if there is one. */
  readonly pushUrl: string | null;
}
