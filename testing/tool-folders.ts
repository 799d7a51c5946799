/** The folders of the tests that need more than Node: a language, a browser, or the history of the repository. */
export const TOOL_FOLDERS = [
  'test/compatibility',
  'test/console',
  'test/deployment',
  'test/description',
  'test/identity-tokens',
  'test/mcp-clients',
  'test/mcp-frameworks',
  'test/rendering',
  'test/sdk-go',
  'test/sdk-python',
  'test/sdk-typescript',
  'test/terminal',
  'test/webhooks',
] as const;
