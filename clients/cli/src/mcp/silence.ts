import { onAbort } from '../../../typescript/src/signals.ts';

/** Aborts a request when nothing of its response has arrived for too long, or when its caller's signal aborts. */
export class Silence {
  readonly #ms: number;
  readonly #controller = new AbortController();
  readonly #release: () => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(ms: number, signal: AbortSignal) {
    this.#ms = ms;
    this.#release = onAbort(signal, () => this.#controller.abort(signal.reason));
    this.touch();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Something has arrived. */
  touch(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#controller.abort(new Error(`nothing arrived for ${this.#ms / 1000} s`));
    }, this.#ms);
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#release();
  }
}
