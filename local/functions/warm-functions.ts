/** A function that can be loaded again at any time. */
export interface Unloadable {
  /** Whether its code is loaded. */
  readonly isLoaded: boolean;
  /** When its last invocation ended, in milliseconds since the epoch; undefined while one runs. */
  readonly idleSince: number | undefined;
  unload(): Promise<void>;
}

/** A function that was used a moment ago is probably used again. */
const MIN_IDLE_MS = 3000;

/**
 * Bounds the memory of the local profile: of the idle functions, only the most recently used ones stay loaded, as
 * Lambda reclaims idle environments. A loaded function needs about 20 MB, and takes 150 ms to load.
 */
export class WarmFunctions {
  readonly #functions: readonly Unloadable[];
  readonly #limit: number;
  #timer: NodeJS.Timeout | undefined;

  constructor(functions: readonly Unloadable[], limit: number) {
    this.#functions = functions;
    this.#limit = limit;
  }

  /**
   * Unloads the functions beyond the limit that have been idle long enough, and looks again later if there are more.
   */
  trim(now = Date.now()): void {
    const loaded = this.#functions.filter(({ isLoaded }) => isLoaded);
    const excess = loaded.length - this.#limit;
    if (excess <= 0) return;
    const idle = loaded
      .filter((one) => (one.idleSince ?? now) <= now - MIN_IDLE_MS)
      .sort((a, b) => (a.idleSince ?? 0) - (b.idleSince ?? 0))
      .slice(0, excess);
    for (const one of idle) void one.unload();
    if (idle.length < excess) this.#trimLater();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #trimLater(): void {
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.trim();
    }, MIN_IDLE_MS).unref();
  }
}
