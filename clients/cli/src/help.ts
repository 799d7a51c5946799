import type { Command } from 'commander';

/** The commands in the help of the program, by what people want to do. Each is in exactly one group. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  'Get started:': ['login', 'logout', 'whoami', 'me', 'doctor', 'local', 'open'],
  'Organization and agents:': [
    'agents',
    'approvals',
    'keys',
    'identity-tokens',
    'token',
    'trusted-issuers',
    'organizations',
    'auth',
    'approvals',
    'members',
    'second-factor',
    'sessions',
    'grants',
    'audit',
    'usage',
  ],
  'Mail:': ['mail', 'messages', 'search', 'contacts', 'rules', 'domains', 'provider-accounts'],
  'Tasks:': ['tasks', 'a2a'],
  'Events and webhooks:': ['events', 'trace', 'webhooks', 'trigger'],
  'Secrets and tunnels:': ['run', 'vault', 'tunnel', 'tunnels'],
  'For programs and shells:': ['mcp', 'commands', 'completion', 'help'],
};
const TITLES = Object.keys(GROUPS);

/** Examples by the words before them: those of the program, and those of a noun or command. */
const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  '': [
    "aid login --new 'Example Works'",
    'aid agents create --handle ada',
    "aid mail send --agent ada --to grace@example.com --subject 'Your lamp' --text 'It is on its way.'",
    'aid mail list --agent ada',
    'aid events tail',
  ],
  a2a: ['aid a2a directory list --q lamps', 'aid a2a card agt_…'],
  agents: ['aid agents create --handle ada --display-name Ada', 'aid agents list'],
  approvals: [
    'aid approvals list --status pending',
    'aid approvals approve apr_…',
    'aid approvals deny apr_… --reason "Not yet."',
    'aid approvals settings update --mail first_contact',
  ],
  audit: ['aid audit list --action suspendIdentity', 'aid audit list --all --json > audit.jsonl'],
  events: [
    'aid events list --type mail.received --limit 10',
    'aid events tail --type mail.received',
    'aid events replay evt_…',
  ],
  'identity-tokens': [
    'aid identity-tokens allow --for aws',
    'aid identity-tokens settings update --audiences sts.amazonaws.com',
    'aid identity-tokens create --agent ada --audience sts.amazonaws.com',
  ],
  keys: ['aid keys create --name worker --agent ada', 'aid keys list'],
  local: ['aid local start --folder aid', 'aid local open'],
  login: ["aid login --new 'Example Works'", 'aid login --url https://aid.example.com --key-file -'],
  mail: [
    'aid mail list --agent ada',
    'aid mail get msg_… --agent ada',
    "aid mail reply msg_… --agent ada --text 'It left yesterday.'",
    'aid mail wait msg_… --agent ada',
    'aid mail read --all --agent ada',
    'aid mail label msg_… --add-labels vip --agent ada',
    'aid mail wait --code --from shop.example --agent ada',
  ],
  mcp: ['aid mcp', 'aid mcp --identity ada --files outgoing --save incoming'],
  run: [
    'aid run --secret name=Billing --host api.example.com -- node charge.mjs',
    'aid run --secret name=OpenAI --base-url OPENAI_BASE_URL=https://api.openai.com/v1 -- python ask.py',
  ],
  members: [
    'aid members create --email grace@example.com --role approver',
    'aid members list',
    'aid members update usr_… --role admin',
  ],
  grants: ['aid grants list', 'aid grants revoke gra_…'],
  search: [
    "aid search 'invoice lamp' --agent ada",
    "aid search 'from:ada has:attachment' --kind mail",
    'aid search lamp -draft',
    "aid search --agent ada -- '--draft lamp'",
  ],
  'second-factor': ['aid second-factor create', 'aid second-factor verify --code 042137'],
  sessions: ['aid sessions list', 'aid sessions revoke ses_…'],
  tasks: ["aid tasks create --to-handle grace --message 'Where is the order 4711?'", 'aid tasks list'],
  trace: ['aid trace msg_…', 'aid trace dlv_… --json'],
  token: [
    'aid token --audience https://example.com',
    'aid token --for aws --role-arn arn:aws:iam::123456789012:role/ada',
    'aid token --for openai --provider … --service-account … --agent ada',
  ],
  trigger: ['aid trigger mail.received'],
  tunnel: ['aid tunnel 3000 --agent ada'],
  vault: ['aid vault secrets list', 'aid vault leases list'],
  webhooks: [
    'aid webhooks create --url https://shop.example.com/hook --event-types mail.received',
    'aid webhooks deliveries list --status dead_letter',
    'aid webhooks recover whk_01J8Z0G6Y8N3T5V7X9B1D3F5H7 --since 1h',
    'aid webhooks listen --forward-to http://127.0.0.1:3000/hook',
  ],
};

/** Makes the help of the program, and of the commands that are made after this call, show groups in this order. */
export function useGroups(program: Command): void {
  program.configureHelp({ groupItems: inOrder });
  addExamples(program, []);
}

/** Puts the commands of the program into their groups. */
export function groupCommands(program: Command): void {
  for (const command of program.commands) {
    const title = TITLES.find((one) => GROUPS[one]?.includes(command.name()));
    if (title !== undefined) command.helpGroup(title);
  }
}

/** Adds the examples of a noun or a command to its help. */
export function addExamples(command: Command, words: readonly string[]): void {
  const examples = EXAMPLES[words.join(' ')];
  if (examples === undefined) return;
  command.addHelpText(
    'after',
    ['', examples.length === 1 ? 'Example:' : 'Examples:', ...examples.map((one) => `  ${one}`)].join('\n'),
  );
}

/** A command or an option. */
interface Named {
  name(): string;
}

/** The items by group, those of the program's commands in the order of `GROUPS`. */
function inOrder<T extends Named>(_all: T[], visible: T[], groupOf: (item: T) => string): Map<string, T[]> {
  const isProgram = visible.some((item) => TITLES.includes(groupOf(item)));
  // Commander makes its own command `help`, which has no group.
  const titleOf = (item: T) => (isProgram && item.name() === 'help' ? (TITLES.at(-1) ?? '') : groupOf(item));
  const titles = isProgram ? TITLES : [...new Set(visible.map(titleOf))];
  return new Map(
    titles.map((title) => {
      const placeOf = (item: T) => GROUPS[title]?.indexOf(item.name()) ?? 0;
      const items = visible.filter((item) => titleOf(item) === title);
      return [title, items.sort((one, other) => placeOf(one) - placeOf(other))];
    }),
  );
}
