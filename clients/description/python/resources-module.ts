import type { Model, Resource } from '../model/model.ts';
import { methodLines } from './python-methods.ts';
import { className, docstring, NOTE, snakeCase } from './python-names.ts';
import type { PythonTypes } from './python-types.ts';

/** Resources that also have handwritten methods, in a module of their own. */
const EXTENDED = new Set(['approvals', 'events', 'mail', 'tasks', 'tunnels', 'vault']);

/** The module with the generated methods of all resources. */
export function resourcesModule(model: Model, types: PythonTypes): string {
  const classes = descendants(model.client).map((resource) => resourceLines(resource, types).join('\n'));
  return moduleOf('The operations of the service, each as a method.', classes.join('\n\n\n'), model);
}

/** The modules of the names that generated methods use. */
const IMPORTS: readonly (readonly [module: string, names: readonly string[]])[] = [
  ['collections.abc', ['Mapping', 'Sequence']],
  ['datetime', ['datetime']],
  ['functools', ['cached_property']],
  ['typing', ['Any', 'Literal']],
  ['pydantic', ['TypeAdapter']],
  ['.._call', ['OMIT', 'Call', 'Headers', 'Omit', 'Options', 'fields', 'segment']],
  ['.core', ['AsyncResource']],
  ['.pages', ['AsyncPages']],
  ['.raw', ['with_page_response', 'with_response']],
];

/** A module with the imports that its code needs. */
function moduleOf(title: string, code: string, model: Model, others: readonly string[] = []): string {
  const types = model.types.flatMap(({ name }) => [name, `${name}Param`]).sort();
  const names = new Set(code.replace(/"""[\s\S]*?"""/g, '').match(/\w+/g));
  const used = [...IMPORTS, ['..types', types] as const].flatMap(([module, all]) => {
    const found = all.filter((name) => names.has(name));
    return found.length === 0 ? [] : [`from ${module} import ${found.join(', ')}`];
  });
  return `${NOTE}
# ruff: noqa
"""${title}"""

from __future__ import annotations

${[...used, ...others].join('\n')}


${code}
`;
}

/** All resources below one, each after its own. */
function descendants(resource: Resource): Resource[] {
  return resource.resources.flatMap((one) => [...descendants(one), one]);
}

const isExtended = ({ path }: Resource) => EXTENDED.has(path.join('.'));

/** The class with the generated methods. */
const baseName = (resource: Resource) =>
  isExtended(resource) ? `Async${className(resource.path)}Methods` : resourceName(resource);

/** The class of a resource. */
const resourceName = ({ path }: Resource) => `Async${className(path)}Resource`;

function resourceLines(resource: Resource, types: PythonTypes): string[] {
  const name = baseName(resource);
  const path = resource.path.map(snakeCase).join('.');
  return [
    `class ${name}(AsyncResource):`,
    ...docstring('    ', [`The operations of \`aid.${path}\`.`]),
    ...members(resource, types, `Async${className(resource.path)}Raw`),
    '',
    '',
    ...rawLines(resource, name),
  ];
}

function members(resource: Resource, types: PythonTypes, raw: string): string[] {
  return [
    ...resource.resources.flatMap((one) => propertyLines(one)),
    ...(resource.methods.length === 0
      ? []
      : [
          '',
          '    @cached_property',
          `    def with_raw_response(self) -> ${raw}:`,
          '        """The same methods, returning the HTTP response as well."""',
          `        return ${raw}(self)`,
        ]),
    ...resource.methods.flatMap((method) => ['', ...methodLines(method, types)]),
  ];
}

function propertyLines(resource: Resource): string[] {
  const name = resourceName(resource);
  return [
    '',
    '    @cached_property',
    `    def ${snakeCase(resource.name)}(self) -> ${name}:`,
    ...docstring('        ', [`The operations of \`aid.${resource.path.map(snakeCase).join('.')}\`.`]),
    `        return ${name}(self._core)`,
  ];
}

function rawLines(resource: Resource, of: string): string[] {
  if (resource.methods.length === 0) return [];
  return [
    `class Async${className(resource.path)}Raw:`,
    `    """The methods of \`${resource.path.map(snakeCase).join('.') || 'the client'}\`, returning the HTTP response as well."""`,
    '',
    `    def __init__(self, methods: ${of}) -> None:`,
    ...resource.methods.map(
      ({ name, page }) =>
        `        self.${snakeCase(name)} = ${page === undefined ? 'with_response' : 'with_page_response'}(methods.${snakeCase(name)})`,
    ),
  ];
}

/** The module with the operations of the client itself, and its resources. */
export function rootModule(model: Model, types: PythonTypes): string {
  const { client } = model;
  const lines = [
    'class AsyncRoot(AsyncResource):',
    '    """The parts of a client."""',
    ...members(client, types, 'AsyncRaw'),
    '',
    '',
    ...rawLines(client, 'AsyncRoot'),
  ];
  const imports = client.resources.map((resource) => {
    const module = isExtended(resource) ? resource.path.map(snakeCase).join('_') : 'resources';
    return `from .${module} import ${resourceName(resource)}`;
  });
  return moduleOf("The client's own operations, and its resources.", lines.join('\n'), model, imports);
}
