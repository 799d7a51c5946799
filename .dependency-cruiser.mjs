/**
 * What the files of each folder may import, besides those of their own. `test` may import everything.
 *
 * See: docs/architecture.md#folders.
 */
const MAY_IMPORT = {
  'shared/domain': [],
  'shared/contract': ['shared/domain'],
  'shared/data': ['shared/domain'],
  'shared/runtime': ['shared/contract', 'shared/data', 'shared/domain'],
  'shared/services': ['shared/contract', 'shared/data', 'shared/domain', 'shared/runtime'],
  functions: ['shared'],
  lib: ['shared/contract', 'shared/domain', 'shared/data/table\\.ts'],
  bin: ['lib'],
  local: ['lib', 'shared'],
  clients: [],
  examples: ['clients'],
  testing: ['clients', 'examples', 'lib', 'local', 'shared'],
  bench: ['clients', 'examples', 'functions', 'lib', 'local', 'shared', 'testing'],
  scripts: ['bin', 'clients', 'lib', 'local', 'shared', 'testing'],
};

const OURS = 'shared|functions|lib|bin|local|clients|examples|testing|test|bench|scripts';

const layers = Object.entries(MAY_IMPORT).map(([folder, others]) => ({
  name: `${folder}-imports-${others.length === 0 ? 'only-itself' : 'what-it-may'}`,
  severity: 'error',
  comment: `${folder} may import: ${['its own files', ...others].join(', ')}.`,
  from: { path: `^${folder}/` },
  to: { path: `^(${OURS})/`, pathNot: `^(${[`${folder}/`, ...others.map(withEnd)].join('|')})` },
}));

/**
 * The folders of a folder, from the top down: each may import those below its own floor, and on it none but itself. The
 * files of `local` next to its folders put the parts together, or are small and import nothing.
 */
const FLOORS = {
  local: [
    ['console', 'dashboard'],
    ['gateway'],
    ['mail', 'sources'],
    ['emulators'],
    ['sockets'],
    ['functions'],
    ['access', 'engines', 'metrics'],
    ['assembly', 'state'],
    ['http', 'logs', 'mail-content'],
  ],
  'shared/domain': [
    ['delivery'],
    ['log', 'oauth'],
    ['search', 'vouching'],
    ['a2a', 'mail', 'tunnel', 'vault'],
    ['approval', 'contact', 'http', 'issuer', 'organization'],
    ['errors'],
    ['limits'],
    ['codes'],
    ['safe-reading'],
    ['concurrency', 'files', 'ids', 'quotations', 'schema', 'stage', 'text', 'time'],
  ],
  'shared/data/entities': [
    [
      'a2a',
      'approval',
      'connection',
      'contact',
      'delivery',
      'issuer',
      'log',
      'mail',
      'oauth',
      'organization',
      'stage',
      'tunnel',
      'vault',
    ],
  ],
};

const floors = Object.entries(FLOORS).flatMap(([parent, levels]) =>
  levels.flatMap((folders, floor) => {
    const above = levels.slice(0, floor + 1).flat();
    return folders.map((folder) => {
      const others = above.filter((other) => other !== folder);
      const paths = [...others.map(withEnd), '(run|stack|start)\\.ts$'];
      return {
        name: `${parent.replaceAll('/', '-')}-${folder}-imports-what-is-below`,
        severity: 'error',
        comment: `${parent}/${folder} may import what is below it, and nothing of ${others.join(', ') || 'others'}.`,
        from: { path: `^${parent}/${folder}/` },
        to: { path: `^${parent}/(${paths.join('|')})` },
      };
    });
  }),
);

/** Each folder of the domain and of the entities has a floor. */
const areas = ['shared/domain', 'shared/data/entities'].map((parent) => ({
  name: `${parent.replaceAll('/', '-')}-has-floors`,
  severity: 'error',
  comment: `A file of ${parent} is in one of its folders, and FLOORS lists the folder.`,
  from: {},
  to: { path: `^${parent}/`, pathNot: `^${parent}/(${FLOORS[parent].flat().join('|')})/` },
}));

/** A folder ends with a slash, so that `lib` does not mean `library`. */
function withEnd(path) {
  return path.endsWith('.ts') ? `${path}$` : `${path}/`;
}

/** Files of another folder are named from the root of the repository, `#shared/…`, and not by the way there. */
const names = [
  {
    name: 'other-folders-by-their-names',
    severity: 'error',
    comment: 'Import a file of another folder as #folder/file.',
    from: { path: '^([a-z]+)/', pathNot: '^(examples|test/compatibility/writer)/' },
    to: { path: `^(${OURS})/`, pathNot: '^$1/', dependencyTypesNot: ['aliased-subpath-import'] },
  },
  {
    name: 'other-layers-by-their-names',
    severity: 'error',
    comment: 'Import a file of another layer of shared as #shared/layer/file.',
    from: { path: '^shared/([a-z]+)/' },
    to: { path: '^shared/', pathNot: '^shared/$1/', dependencyTypesNot: ['aliased-subpath-import'] },
  },
];

export default {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    ...layers,
    ...floors,
    ...areas,
    ...names,
    {
      name: 'no-other-http-group',
      severity: 'error',
      from: { path: '^functions/http/([^/]+)/' },
      to: { path: '^functions/', pathNot: '^functions/http/$1/' },
    },
    {
      name: 'console-uses-the-public-sdk',
      severity: 'error',
      comment: 'The console imports its own files, its libraries, and of the SDK what a program can import.',
      from: { path: '^clients/console/' },
      to: {
        pathNot: '^(clients/console/|clients/typescript/src/index\\.ts$|node_modules/(preact|@preact/signals)/)',
      },
    },
    {
      name: 'no-other-worker',
      severity: 'error',
      from: { path: '^functions/workers/([^/]+)/' },
      to: { path: '^functions/', pathNot: '^functions/workers/$1/' },
    },
    {
      name: 'cdk-only-in-lib',
      severity: 'error',
      from: { pathNot: '^(bin|lib|test/infra)' },
      to: { path: '^node_modules/(aws-cdk-lib|constructs|cdk-nag)' },
    },
    {
      name: 'route-table-is-inert',
      severity: 'error',
      comment: "A route imports zod and the domain's constants, nothing that does I/O.",
      from: { path: '^shared/contract' },
      to: { path: '^node_modules/', pathNot: '^node_modules/(zod|zod-openapi)/' },
    },
    {
      name: 'not-to-unresolvable',
      severity: 'error',
      comment: 'The test of the agent frameworks installs them, and that of the examples the SDK.',
      from: { pathNot: '^(test/mcp-frameworks/programs|examples/typescript)/' },
      to: { couldNotResolve: true },
    },
    {
      name: 'no-dev-dependency-where-the-service-runs',
      severity: 'error',
      comment: 'What the service and its users run is there without the devDependencies (scripts/setup.mjs).',
      from: {
        path: '^(shared|functions|lib|bin|local|clients/(cli/src|console/src|tunnel|description))/|^scripts/(smoke|bundle|clients)(/|\\.ts$)',
      },
      to: {
        dependencyTypes: ['npm-dev'],
        dependencyTypesNot: ['type-only'],
        pathNot: '^node_modules/@types/',
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // swc finds the imports of types too. `tsPreCompilationDeps` is for tsc, and warns if TypeScript is newer than 6.
    parser: 'swc',
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json', '.d.ts'],
    },
    exclude: { path: '\\.build|cdk\\.out|^clients/typescript/dist/' },
  },
};
