const RealDate = Date;
let offsetMs = 0;

/**
 * The clock of this thread, ahead of the real one. Only alarm drills use it, so that a test does not have to wait for
 * minutes.
 */
class ShiftedDate extends RealDate {
  constructor(...args: unknown[]) {
    super(...((args.length === 0 ? [RealDate.now() + offsetMs] : args) as [number]));
  }

  static override now(): number {
    return RealDate.now() + offsetMs;
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    return Object.prototype.toString.call(value) === '[object Date]';
  }
}

/** Sets the clock of this thread ahead. Until the first call, `Date` is the platform's. */
export function setClockAhead(by: number): void {
  offsetMs = by;
  globalThis.Date = ShiftedDate as DateConstructor;
}
