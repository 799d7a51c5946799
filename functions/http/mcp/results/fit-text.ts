import { tokensOfRecord } from './fit.ts';
import type { ResultRecord } from './result-record.ts';
import { cutToTokens } from './tokens.ts';

/** A part of a text, in the record of a result. */
export interface TextPage {
  readonly record: ResultRecord;
  /** Where the rest begins; absent if there is none. */
  readonly nextOffset?: number | undefined;
}

/** Cuts a text until its record fits, because marks and the escapes of JSON have tokens too. */
export function fitText(
  whole: string,
  offset: number,
  maxTokens: number,
  recordOf: (text: string) => ResultRecord,
): TextPage {
  let most = maxTokens;
  for (;;) {
    const { text, nextOffset } = cutToTokens(whole, most, offset);
    const record = recordOf(text);
    const tokens = tokensOfRecord(record);
    if (tokens <= maxTokens || most <= 1) return { record, nextOffset };
    most = Math.max(1, Math.floor((most * maxTokens) / tokens) - 1);
  }
}
