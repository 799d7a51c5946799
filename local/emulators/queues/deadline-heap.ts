interface Entry<T> {
  readonly at: number;
  readonly item: T;
}

/**
 * Items by time, earliest first. Items are never removed early: the caller of `pop` checks whether an item is still
 * valid.
 */
export class DeadlineHeap<T> {
  private readonly entries: Entry<T>[] = [];

  get nextAt(): number | undefined {
    return this.entries[0]?.at;
  }

  push(at: number, item: T): void {
    const { entries } = this;
    entries.push({ at, item });
    let index = entries.length - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (this.at(parent) <= this.at(index)) break;
      this.swap(parent, index);
      index = parent;
    }
  }

  /** The earliest item, if its time has come. */
  popDue(now: number): T | undefined {
    const { entries } = this;
    const first = entries[0];
    if (first === undefined || first.at > now) return undefined;
    const last = entries.pop();
    if (entries.length > 0 && last !== undefined) {
      entries[0] = last;
      this.sink();
    }
    return first.item;
  }

  private sink(): void {
    let index = 0;
    for (;;) {
      const left = 2 * index + 1;
      const right = left + 1;
      let least = index;
      if (this.at(left) < this.at(least)) least = left;
      if (this.at(right) < this.at(least)) least = right;
      if (least === index) return;
      this.swap(least, index);
      index = least;
    }
  }

  private at(index: number): number {
    return this.entries[index]?.at ?? Number.POSITIVE_INFINITY;
  }

  private swap(a: number, b: number): void {
    const { entries } = this;
    const [first, second] = [entries[a], entries[b]];
    if (first === undefined || second === undefined) return;
    entries[a] = second;
    entries[b] = first;
  }
}
