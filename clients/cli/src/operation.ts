/** A command that makes a single API call. The table of them is generated. */
export interface Operation {
  /** The words of the command: `['mail', 'threads', 'list']`. */
  readonly command: readonly string[];
  /** The method of the SDK: `mail.threads.list`. */
  readonly method: string;
  /** A few words, without a period. */
  readonly title: string;
  /** Sentences. */
  readonly text: string;
  /** The ids after the command, all of them required. */
  readonly arguments: readonly string[];
  readonly options: readonly CommandOption[];
  /** The field that the words after the command are, with spaces between them. */
  readonly words?: string;
  /** Whether the method takes an object with the values of the options. */
  readonly takesParameters?: boolean;
  /** Whether it returns rows, and whether it returns them in pages. */
  readonly list?: 'whole' | 'paged';
  /** Where the request names the agent that it is for; absent if it cannot. */
  readonly forAgent?: 'path' | 'query' | 'body';
  /** Whether it changes something, so that it has an idempotency key and `--dry-run`. */
  readonly changes?: boolean;
  /** Whether it deletes or ends something, so that it asks for confirmation. */
  readonly destroys?: boolean;
  /** Whether it lets a held action happen, so that it shows the action and asks for confirmation. */
  readonly approves?: boolean;
  /** The field of the reply that is shown only once. */
  readonly secret?: string;
}

/** A field of a request as an option: `in_reply_to_message_id` is `--in-reply-to-message-id`. */
export interface CommandOption {
  readonly name: string;
  /** The field of the request, if its name differs. */
  readonly field?: string;
  /** `texts` and `files` may be given several times; `json` is JSON. */
  readonly kind: 'text' | 'number' | 'boolean' | 'texts' | 'json' | 'files';
  readonly text: string;
  readonly required?: boolean;
  /** The known values; a newer service may accept others. */
  readonly values?: readonly string[];
}
