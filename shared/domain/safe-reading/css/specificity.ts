import type { CssNode, Selector } from 'css-tree';

/** How strong a selector is: the numbers of ids, of classes, and of names. */
export type Specificity = readonly [ids: number, classes: number, names: number];

/**
 * The specificity of a selector. `:is()`, `:not()` and `:has()` count as the strongest of their arguments, `:where()`
 * as nothing, and `:nth-child(… of …)` as a class and the strongest selector in it.
 *
 * See: Selectors Level 4, section 17.
 */
export function specificityOf(selector: Selector): Specificity {
  let sum: Specificity = [0, 0, 0];
  for (const part of selector.children) sum = plus(sum, ofPart(part));
  return sum;
}

function ofPart(part: CssNode): Specificity {
  switch (part.type) {
    case 'IdSelector':
      return [1, 0, 0];
    case 'ClassSelector':
    case 'AttributeSelector':
      return [0, 1, 0];
    case 'PseudoElementSelector':
      return [0, 0, 1];
    case 'TypeSelector':
      return part.name === '*' || part.name.endsWith('|*') ? [0, 0, 0] : [0, 0, 1];
    case 'PseudoClassSelector': {
      const name = part.name.toLowerCase();
      if (name === 'where') return [0, 0, 0];
      const inner = part.children === null ? [] : part.children.toArray();
      if (/^(?:is|not|has|matches|-webkit-any)$/.test(name)) return strongest(inner);
      return plus([0, 1, 0], strongest(inner));
    }
    default:
      return [0, 0, 0];
  }
}

/** The strongest of the selectors in the arguments of a pseudo-class. */
function strongest(nodes: readonly CssNode[]): Specificity {
  let found: Specificity = [0, 0, 0];
  for (const node of nodes) {
    const one =
      node.type === 'Selector'
        ? specificityOf(node)
        : node.type === 'SelectorList'
          ? strongest(node.children.toArray())
          : node.type === 'Nth' && node.selector
            ? strongest([node.selector])
            : ([0, 0, 0] as const);
    if (compareSpecificity(one, found) > 0) found = one;
  }
  return found;
}

function plus(one: Specificity, other: Specificity): Specificity {
  return [one[0] + other[0], one[1] + other[1], one[2] + other[2]];
}

/** Below zero if the first is weaker. */
export function compareSpecificity(one: Specificity, other: Specificity): number {
  return one[0] - other[0] || one[1] - other[1] || one[2] - other[2];
}
