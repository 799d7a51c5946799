/** The parser of css-tree alone: the whole package includes a dictionary of all properties, 250 KB. */
declare module 'css-tree/parser' {
  export { parse as default } from 'css-tree';
}
declare module 'css-tree/utils' {
  export { ident } from 'css-tree';
}
