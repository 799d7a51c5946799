/**
 * For each feature in the table of the README the flows over HTTP that show it in `npm test`. Longer flows of the same
 * features run before a merge.
 */
export const FEATURE_FLOWS: Readonly<Record<string, readonly string[]>> = {
  'sending mail, outcomes, threads, domains, contact rules': ['mail-conversation'],
  'what an agent reads of mail from strangers, and the warnings about it': ['mail-warnings'],
  'mail through your own server, or submitted over HTTP': ['inbound-hook'],
  'tasks between agents': ['a2a-tasks'],
  'secrets that agents use without holding them': ['vault-lease'],
  'tokens that prove to clouds and model providers which agent it is': ['identity-tokens'],
  'keys for workloads of GitHub, AWS, Google Cloud and Kubernetes, without a stored secret': ['trusted-issuers'],
  'requests to an agent without a public address of its own': ['tunnel-requests'],
  'the event log: history, waits, replays': ['event-history', 'event-replay'],
  'the log over a WebSocket': ['event-stream'],
  'signed webhook deliveries, retried, listed and recovered': ['end-to-end', 'event-replay'],
  'mail, tasks, contacts and events found by their words': ['find-and-trace'],
  'what led to an email, a task or a delivery, and what followed': ['find-and-trace'],
  'actions of agents that wait until a person decides': ['approvals'],
  'signup, login, claiming an organization, members with roles': ['people'],
  'keys, and which of them may call which operation': ['api-keys'],
  'who has changed what, when and from where': ['audit'],
  'the console in a browser': ['console-page'],
  '`aid`, the command line': ['command-line-mail'],
  'the libraries for TypeScript, Python and Go, and generated clients': ['typescript-readme'],
  'small programs that run as they are': ['follow-example'],
  'tools for models: Claude, ChatGPT, Claude Code, VS Code, Cursor, Codex and agent frameworks as clients of its MCP server, with a key or after a login':
    ['mcp-stub-agent'],
  'the exact rules of the API, error codes': ['identities', 'compression'],
};

/** The path of a flow by its name, from the root of the project. */
export const flowPath = (name: string) => `test/flow/${name}.test.ts`;
