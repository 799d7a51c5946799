import { DAY_NAMES, MONTH_NAMES } from './calendar-names.ts';

export interface CalendarWords {
  /** The months that a word is the name of, each with the locales that call it so. */
  readonly months: ReadonlyMap<string, ReadonlyMap<number, ReadonlySet<string>>>;
  /** Names of months and of days of the week. */
  readonly names: ReadonlySet<string>;
}

let words: CalendarWords | undefined;

/** Names of months and days in the languages of the marks. Read from their table with the first date. */
export function calendarWords(): CalendarWords {
  words ??= readTable();
  return words;
}

/** A word as it is found in the calendar: in lower case, without the dots and marks of abbreviations. */
export function calendarWord(word: string): string {
  return word.toLowerCase().replace(/[.,'’׳״॰،、()（）[\]]/g, '');
}

function readTable(): CalendarWords {
  const months = new Map<string, Map<number, Set<string>>>();
  const names = new Set(DAY_NAMES.trim().split(/\s+/));
  let [locale, month] = ['', 0];
  for (const item of MONTH_NAMES.trim().split(/\s+/)) {
    if (item.endsWith(':')) {
      [locale, month] = [item.slice(0, -1), 0];
      continue;
    }
    month += 1;
    for (const name of item.split('/')) {
      const found = months.get(name) ?? new Map<number, Set<string>>();
      months.set(name, found.set(month, (found.get(month) ?? new Set()).add(locale)));
      names.add(name);
    }
  }
  return { months, names };
}
