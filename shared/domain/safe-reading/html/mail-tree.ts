/** A text of the tree of an email. */
export class MailText {
  parent: MailParent | null = null;
  previous: MailNode | null = null;
  next: MailNode | null = null;
  data: string;
  /** Whether its place in the tree is not known, because tags before it were left out. */
  readonly isUnplaced: boolean;

  constructor(data: string, isUnplaced: boolean) {
    this.data = data;
    this.isUnplaced = isUnplaced;
  }
}

/** What has children: they are a linked list, so that an insertion takes constant time wherever it is. */
export class MailParent {
  parent: MailParent | null = null;
  previous: MailNode | null = null;
  next: MailNode | null = null;
  first: MailNode | null = null;
  last: MailNode | null = null;
  #children: MailNode[] | undefined;

  /** The children once the tree is complete. */
  get children(): readonly MailNode[] {
    this.#children ??= [...this.nodes()];
    return this.#children;
  }

  /** The children while the tree is built. */
  *nodes(): Generator<MailNode> {
    for (let node = this.first; node !== null; node = node.next) yield node;
  }

  /** Adds a node before another, or at the end. */
  insert(node: MailNode, before: MailNode | null): void {
    node.parent = this;
    node.next = before;
    node.previous = before === null ? this.last : before.previous;
    if (node.previous === null) this.first = node;
    else node.previous.next = node;
    if (before === null) this.last = node;
    else before.previous = node;
  }

  remove(node: MailNode): void {
    if (node.previous === null) this.first = node.next;
    else node.previous.next = node.next;
    if (node.next === null) this.last = node.previous;
    else node.next.previous = node.previous;
    node.parent = null;
    node.previous = null;
    node.next = null;
  }
}

/** An element. Names of elements and attributes are in lower case. */
export class MailElement extends MailParent {
  readonly name: string;
  readonly kind: 'html' | 'svg' | 'math';
  readonly attributes: Record<string, string>;
  /** What a `template` has; it is no part of the document. */
  readonly template = new MailParent();

  constructor(name: string, kind: MailElement['kind'], attributes: Record<string, string>) {
    super();
    this.name = name;
    this.kind = kind;
    this.attributes = attributes;
  }
}

/** The document, with what the doctype says about it. */
export class MailDocument extends MailParent {
  /** Whether it has no doctype that browsers know: then some names match in any case, and lengths need no unit. */
  isQuirky = false;
  /** Whether tags were left out because there are too many. */
  isCut = false;
}

/** A node that the tree keeps and no reader looks at: a comment. */
export class MailComment {
  parent: MailParent | null = null;
  previous: MailNode | null = null;
  next: MailNode | null = null;
}

export type MailNode = MailText | MailElement | MailComment;

/** Whether a node is an element. */
export function isElement(node: unknown): node is MailElement {
  return node instanceof MailElement;
}

/** The text of nodes, at most about `limit` characters of it. */
export function textOf(nodes: Iterable<MailNode>, limit = Number.POSITIVE_INFINITY): string {
  let text = '';
  for (const node of nodes) {
    if (text.length >= limit) break;
    if (node instanceof MailText) text += node.data;
    else if (isElement(node)) text += `${textOf(node.children, limit - text.length)} `;
  }
  return text;
}
