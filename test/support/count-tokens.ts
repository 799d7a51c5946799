import { countTokens as cl100k } from 'gpt-tokenizer/encoding/cl100k_base';
import { countTokens as o200k } from 'gpt-tokenizer/encoding/o200k_base';

/** The tokens of a text, by the published tokenizer that finds more of them. */
export function countTokens(text: string): number {
  return Math.max(cl100k(text), o200k(text));
}
