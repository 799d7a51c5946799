const MAX_SIGNATURES = 500;

/**
 * The signatures of KMS in the memory of a function. The same text and key give the same signature, so a text that is
 * signed again and again is a call of KMS, which has a price, once in a while.
 */
export class KeptSignatures {
  readonly #keepMs: number;
  readonly #kept = new Map<string, { readonly signature: Promise<Buffer>; readonly until: number }>();

  constructor(keepMs: number) {
    this.#keepMs = keepMs;
  }

  /** The signature of a digest: one that is kept, or a new one. A failure is not kept. */
  of(digest: string, now: number, sign: () => Promise<Buffer>): Promise<Buffer> {
    const kept = this.#kept.get(digest);
    if (kept !== undefined && now < kept.until) return kept.signature;
    const signature = sign().catch((error: unknown) => {
      this.#kept.delete(digest);
      throw error;
    });
    this.#kept.delete(digest);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size < MAX_SIGNATURES) break;
      this.#kept.delete(oldest);
    }
    this.#kept.set(digest, { signature, until: now + this.#keepMs });
    return signature;
  }
}
