/** A call in the form of the scenarios. See: clients/vectors/README.md#the-client-and-the-call. */
export interface ScenarioCall {
  readonly method: string;
  readonly identity?: unknown;
  readonly ids?: readonly unknown[];
  readonly params?: Readonly<Record<string, unknown>>;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly take?: number | 'all' | 'first_page';
  readonly handler?: Handler;
  readonly delivery?: unknown;
}

interface Handler {
  readonly returns?: string;
  readonly throws?: string;
  readonly on_error?: boolean;
  readonly updates?: string;
  readonly asks?: string;
  readonly lasts_ms?: number;
}
