import { html as standard, type Token, type TreeAdapter, type TreeAdapterTypeMap } from 'parse5';
import { isElement, MailComment, MailDocument, MailElement, type MailNode, MailParent, MailText } from './mail-tree.ts';

/** The nodes that the parser makes. */
export type MailTree = TreeAdapterTypeMap<
  MailNode | MailParent,
  MailParent,
  MailNode,
  MailDocument,
  MailParent,
  MailElement,
  MailComment,
  MailText,
  MailElement,
  MailComment
>;

const KINDS: Readonly<Record<string, MailElement['kind']>> = {
  [standard.NS.SVG]: 'svg',
  [standard.NS.MATHML]: 'math',
};
const NAMESPACES = { html: standard.NS.HTML, svg: standard.NS.SVG, math: standard.NS.MATHML } as const;

/** Builds the tree of an email for the parser. It counts elements, so that the parser can stop at a limit. */
export class MailTreeAdapter implements TreeAdapter<MailTree> {
  /** The number of elements that were made. */
  elements = 0;
  /** Whether tags were left out: where the texts that follow belong is not known. */
  isCut = false;
  #mode: standard.DOCUMENT_MODE = standard.DOCUMENT_MODE.NO_QUIRKS;
  readonly #names = new WeakMap<MailElement, string>();

  createDocument(): MailDocument {
    return new MailDocument();
  }

  createDocumentFragment(): MailParent {
    return new MailParent();
  }

  createElement(tagName: string, namespace: standard.NS, list: Token.Attribute[]): MailElement {
    this.elements += 1;
    const element = new MailElement(tagName.toLowerCase(), KINDS[namespace] ?? 'html', attributesOf(list));
    if (element.name !== tagName) this.#names.set(element, tagName);
    return element;
  }

  createCommentNode(): MailComment {
    return new MailComment();
  }

  createTextNode(data: string): MailText {
    return new MailText(data, this.isCut);
  }

  appendChild(parent: MailParent, node: MailNode): void {
    parent.insert(node, null);
  }

  insertBefore(parent: MailParent, node: MailNode, reference: MailNode): void {
    parent.insert(node, reference);
  }

  insertText(parent: MailParent, text: string): void {
    this.#insertText(parent, text, null);
  }

  insertTextBefore(parent: MailParent, text: string, reference: MailNode): void {
    this.#insertText(parent, text, reference);
  }

  #insertText(parent: MailParent, text: string, before: MailNode | null): void {
    const previous = before === null ? parent.last : before.previous;
    if (previous instanceof MailText && previous.isUnplaced === this.isCut) previous.data += text;
    else parent.insert(this.createTextNode(text), before);
  }

  detachNode(node: MailNode): void {
    node.parent?.remove(node);
  }

  adoptAttributes(element: MailElement, list: Token.Attribute[]): void {
    for (const [name, value] of Object.entries(attributesOf(list))) element.attributes[name] ??= value;
  }

  setTemplateContent(): void {
    // An element has its content from the start.
  }

  getTemplateContent(element: MailElement): MailParent {
    return element.template;
  }

  setDocumentType(): void {
    // The mode says what matters of it.
  }

  setDocumentMode(document: MailDocument, mode: standard.DOCUMENT_MODE): void {
    this.#mode = mode;
    document.isQuirky = mode === standard.DOCUMENT_MODE.QUIRKS;
  }

  getDocumentMode(): standard.DOCUMENT_MODE {
    return this.#mode;
  }

  getFirstChild(node: MailParent): MailNode | null {
    return node.first;
  }

  getChildNodes(node: MailParent): MailNode[] {
    return [...node.nodes()];
  }

  getParentNode(node: MailNode | MailParent): MailParent | null {
    return node.parent;
  }

  getAttrList({ attributes }: MailElement): Token.Attribute[] {
    return Object.entries(attributes).map(([name, value]) => ({ name, value }));
  }

  getTagName(element: MailElement): string {
    return this.#names.get(element) ?? element.name;
  }

  getNamespaceURI({ kind }: MailElement): standard.NS {
    return NAMESPACES[kind];
  }

  getTextNodeContent({ data }: MailText): string {
    return data;
  }

  getCommentNodeContent(): string {
    return '';
  }

  getDocumentTypeNodeName(): string {
    return '';
  }

  getDocumentTypeNodePublicId(): string {
    return '';
  }

  getDocumentTypeNodeSystemId(): string {
    return '';
  }

  isTextNode(node: unknown): node is MailText {
    return node instanceof MailText;
  }

  isCommentNode(node: unknown): node is MailComment {
    return node instanceof MailComment;
  }

  isDocumentTypeNode(_node: unknown): _node is MailComment {
    return false;
  }

  isElementNode(node: unknown): node is MailElement {
    return isElement(node);
  }

  setNodeSourceCodeLocation(): void {
    // Places in the source are not used.
  }

  getNodeSourceCodeLocation(): undefined {
    return undefined;
  }

  updateNodeSourceCodeLocation(): void {
    // Places in the source are not used.
  }
}

/** Attributes by their names in lower case; a name that every object has is one like any other. */
function attributesOf(list: readonly Token.Attribute[]): Record<string, string> {
  const attributes: Record<string, string> = Object.create(null);
  for (const { prefix, name, value } of list) {
    attributes[(prefix ? `${prefix}:${name}` : name).toLowerCase()] ??= value;
  }
  return attributes;
}
