/** A command that is one call of the service. The table of them is generated. */
export interface Operation {
  /** As it is typed: `['mail', 'threads', 'list']`. */
  readonly command: readonly string[];
  /** The method of the SDK: `mail.threads.list`. */
  readonly method: string;
  /** A few words, without a full stop. */
  readonly title: string;
  /** Sentences. */
  readonly text: string;
  /** The ids that follow the command, all of them required. */
  readonly arguments: readonly string[];
  readonly options: readonly CommandOption[];
  /** Whether the method takes an object with what the options say. */
  readonly takesParameters?: boolean;
  /** Whether it returns rows, and these page by page. */
  readonly list?: 'whole' | 'paged';
  /** Where the request names the agent that it is made for; absent where it cannot. */
  readonly forAgent?: 'path' | 'query' | 'body';
  /** Whether it changes something, so that it has an idempotency key and can be tried with `--dry-run`. */
  readonly changes?: boolean;
  /** Whether it deletes or ends something, so that it asks first. */
  readonly destroys?: boolean;
  /** The field of the reply that is shown only once. */
  readonly secret?: string;
}

/** A field of a request as an option: `in_reply_to_message_id` is `--in-reply-to-message-id`. */
export interface CommandOption {
  readonly name: string;
  /** The field of the request, where it has another name. */
  readonly field?: string;
  /** `texts` and `files` may be given several times; `json` is JSON. */
  readonly kind: 'text' | 'number' | 'boolean' | 'texts' | 'json' | 'files';
  readonly text: string;
  readonly required?: boolean;
  /** Values that are known; a newer service may take others. */
  readonly values?: readonly string[];
}
