/** A line of two texts: in both of them, or only in the earlier or the later one. */
export interface DiffLine {
  readonly change: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** How many pairs of lines are compared at most. Beyond, all lines between the first and the last change are shown. */
const MAX_PAIRS = 1_000_000;

/** What has changed between two texts, line by line: the fewest lines that are removed and added. */
export function lineDifference(before: string, after: string): readonly DiffLine[] {
  const [old, present] = [linesOf(before), linesOf(after)];
  let start = 0;
  while (start < old.length && start < present.length && old[start] === present[start]) start += 1;
  let end = 0;
  const longest = Math.min(old.length, present.length) - start;
  while (end < longest && old[old.length - 1 - end] === present[present.length - 1 - end]) end += 1;
  return [
    ...lines('same', old.slice(0, start)),
    ...between(old.slice(start, old.length - end), present.slice(start, present.length - end)),
    ...lines('same', old.slice(old.length - end)),
  ];
}

function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.split(/\r?\n/);
}

function lines(change: DiffLine['change'], texts: readonly string[]): DiffLine[] {
  return texts.map((text) => ({ change, text }));
}

/** By the longest common subsequence: `common[i][j]` is the length of that of the lines from `i` and from `j` on. */
function between(old: readonly string[], present: readonly string[]): readonly DiffLine[] {
  if (old.length * present.length > MAX_PAIRS) return [...lines('removed', old), ...lines('added', present)];
  const common = Array.from({ length: old.length + 1 }, () => new Uint32Array(present.length + 1));
  const at = (i: number, j: number): number => common[i]?.[j] ?? 0;
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = present.length - 1; j >= 0; j -= 1) {
      const length = old[i] === present[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
      (common[i] as Uint32Array)[j] = length;
    }
  }
  const found: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < present.length) {
    if (i < old.length && j < present.length && old[i] === present[j]) {
      found.push({ change: 'same', text: old[i] ?? '' });
      i += 1;
      j += 1;
    } else if (j >= present.length || (i < old.length && at(i + 1, j) >= at(i, j + 1))) {
      found.push({ change: 'removed', text: old[i] ?? '' });
      i += 1;
    } else {
      found.push({ change: 'added', text: present[j] ?? '' });
      j += 1;
    }
  }
  return found;
}
