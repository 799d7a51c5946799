import type { StyleSheet as StyleSheetNode } from 'css-tree';
import parse from 'css-tree/parser';

/** The rules of a style sheet; `undefined` if they are nested too deep for the parser, which is recursive. */
export function parsed(css: string): StyleSheetNode | undefined {
  try {
    return parse(css, { positions: true, parseValue: false, parseAtrulePrelude: false }) as StyleSheetNode;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
