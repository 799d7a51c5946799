/** A message attribute as the SQS API carries it. */
export interface MessageAttribute {
  readonly DataType: string;
  readonly StringValue?: string;
  /** Base64, as on the wire. */
  readonly BinaryValue?: string;
}

export interface NewMessage {
  readonly body: string;
  readonly attributes?: Readonly<Record<string, MessageAttribute>>;
  /** On a standard queue the tenant, for fairness; it does not order anything. */
  readonly group?: string;
  readonly delaySeconds?: number;
}

/** A message in a queue: ready, delayed, or in flight under a receipt. */
export interface Message {
  /** Row in the database. */
  readonly number: number;
  readonly id: string;
  readonly body: string;
  readonly attributes: Readonly<Record<string, MessageAttribute>> | undefined;
  readonly group: string | undefined;
  readonly sentAt: number;
  receiveCount: number;
  firstReceivedAt: number | undefined;
  /** When it may be received (again). */
  visibleAt: number;
  /** The receipt it is in flight under. */
  receipt: string | undefined;
}

/** What the template says about a queue. */
export interface QueueDefinition {
  readonly name: string;
  readonly arn: string;
  readonly url: string;
  readonly visibilityTimeoutSeconds: number;
  readonly delaySeconds: number;
  readonly retentionSeconds: number;
  readonly maximumMessageBytes: number;
  readonly waitTimeSeconds: number;
  readonly redrive: { readonly deadLetterArn: string; readonly maxReceiveCount: number } | undefined;
}
