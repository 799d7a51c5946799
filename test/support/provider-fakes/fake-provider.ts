import type { JWK } from 'jose';

/** What a provider is configured to trust: the tokens of one agent, from one issuer, for one audience. */
export interface Trust {
  readonly issuer: string;
  readonly subject: string;
  /** The audience that is agreed on; that of `aid token --for` by default. */
  readonly audience?: string;
  /** The keys, where the provider takes them inline; otherwise it finds them by discovery. */
  readonly keys?: readonly JWK[];
  /** The time of the provider. */
  readonly now?: () => Date;
}

/** A fake that runs. */
export interface RunningFake {
  /** The options with which `aid token` uses it, after `--for <provider>`. */
  readonly args: readonly string[];
  /** The audience that it accepts. */
  readonly audience: string;
  /** Makes the exchange as the provider documents it. */
  exchange(token: string): Promise<Exchanged>;
  close(): Promise<void>;
}

export interface Exchanged {
  readonly status: number;
  readonly text: string;
}

/** Starts a fake of a provider with this trust. */
export type StartFake = (trust: Trust) => Promise<RunningFake>;

/** The status and the text of a response. */
export async function exchanged(response: Response): Promise<Exchanged> {
  return { status: response.status, text: await response.text() };
}
