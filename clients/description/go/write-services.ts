import type { Model, Resource } from '../model/model.ts';
import { comment } from './comments.ts';
import type { GoTypes } from './go-types.ts';
import { methodsOf, serviceName } from './methods.ts';
import { exported } from './names.ts';
import { MethodWriter } from './write-method.ts';

/** The client with its resources. */
export function writeClient({ client }: Model): string {
  const fields = client.resources.map((resource) => writeResourceField(resource)).join('');
  const wiring = client.resources.flatMap((resource) => wire(resource, 'c')).join('');
  const text = 'Client has the operations of the service. [New] makes one.';
  return `${comment(text)}type Client struct {
${fields}
	transport *transport
}

func newClient(t *transport) *Client {
	c := &Client{transport: t}
${wiring}	return c
}
`;
}

/** Methods that are written by hand, by the path of their resource. */
const BY_HAND: Readonly<Record<string, readonly string[]>> = {
  approvals: ['Wait'],
  events: ['Follow'],
  mail: ['Reply', 'WaitForCode', 'WaitForReply'],
  tasks: ['Work'],
  tunnels: ['Serve'],
  vault: ['Use'],
};

function writeResourceField(resource: Resource): string {
  const name = exported(resource.name);
  const own = [...resource.methods, ...resource.resources].map((member) => exported(member.name));
  const members = [...(BY_HAND[resource.path.join('.')] ?? []), ...own].join(', ');
  return `${comment(`${name} has ${members}.`, 1)}\t${name} *${serviceName(resource)}\n`;
}

function wire(resource: Resource, owner: string): string[] {
  const place = `${owner}.${exported(resource.name)}`;
  return [
    `\t${place} = &${serviceName(resource)}{transport: t}\n`,
    ...resource.resources.flatMap((child) => wire(child, place)),
  ];
}

/** The types of the resources. */
export function writeServices({ client }: Model): string {
  const all = (resource: Resource): Resource[] => [resource, ...resource.resources.flatMap(all)];
  return client.resources
    .flatMap(all)
    .map((resource) => {
      const name = serviceName(resource);
      const path = resource.path.map(exported).join('.');
      const fields = resource.resources.map(writeResourceField).join('');
      const body = fields === '' ? '' : `${fields}\n`;
      return `${comment(`${name} has the operations of Client.${path}.`)}type ${name} struct {\n${body}\ttransport *transport\n}\n`;
    })
    .join('\n');
}

/** The methods of the resources. */
export function writeMethods(model: Model, types: GoTypes): string {
  return methodsOf(model.client)
    .map(({ service, method }) => new MethodWriter(types, service, method).write())
    .join('\n');
}
