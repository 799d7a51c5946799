import { type ChildNode, type Document, Element, isTag, isText, type ParentNode } from 'domhandler';

/** Tags that a document has once. Where they are repeated or nested, their content belongs to what is around. */
const ONCE: ReadonlySet<string> = new Set(['html', 'head', 'body']);

/** Elements that begin no body. See: HTML Living Standard, section 13.2.6.4.4 ("in head"). */
const OF_HEAD: ReadonlySet<string> = new Set([
  'base',
  'link',
  'meta',
  'noscript',
  'noframes',
  'script',
  'style',
  'template',
  'title',
]);

/**
 * Gives a document the one `html` and the one `body` that a browser makes of it. A reply may quote a whole document,
 * and an email may have several HTML parts: their content stays where it is, and of their `html` and `body` tags only
 * the attributes count that the first one does not have. What is in `head` and does not belong there is shown like the
 * rest.
 *
 * See: HTML Living Standard, section 13.2.6.4.7 ("in body", start tags `html` and `body`).
 */
export function giveOneBody(document: Document): void {
  const attributes = { html: new Map<string, string>(), body: new Map<string, string>() };
  const isAround = (node: ChildNode) => isTag(node) && ONCE.has(node.name);

  const contentOf = (parent: ParentNode): ChildNode[] => {
    const content = parent.children.flatMap((node) => {
      if (!isTag(node)) return [node];
      if (node.name === 'html' || node.name === 'body') addMissing(attributes[node.name], node.attribs);
      const inside = contentOf(node);
      return isAround(node) ? inside : [node];
    });
    adopt(parent, content);
    return content;
  };

  const content = contentOf(document);
  const directives = content.filter((node) => node.type === 'directive');
  const rest = content.filter((node) => node.type !== 'directive');
  const begin = rest.findIndex((node) => !isOfHead(node));
  const head = new Element('head', {});
  const body = new Element('body', Object.fromEntries(attributes.body));
  const html = new Element('html', Object.fromEntries(attributes.html));
  adopt(head, rest.slice(0, begin === -1 ? rest.length : begin));
  adopt(body, begin === -1 ? [] : rest.slice(begin));
  adopt(html, [head, body]);
  adopt(document, [...directives, html]);
}

/** Whether a node before all others is part of the head of the document. */
function isOfHead(node: ChildNode): boolean {
  if (isTag(node)) return OF_HEAD.has(node.name);
  return !isText(node) || node.data.trim() === '';
}

function addMissing(known: Map<string, string>, attributes: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(attributes)) if (!known.has(name)) known.set(name, value);
}

function adopt(parent: ParentNode, children: ChildNode[]): void {
  children.forEach((child, index) => {
    child.parent = parent;
    child.prev = children[index - 1] ?? null;
    child.next = children[index + 1] ?? null;
  });
  parent.children = children;
}
