import type { Method, Resource } from '../model/model.ts';
import { exported } from './names.ts';

/** A method and the service that has it. */
export interface Placed {
  /** `MailMessagesService`; `Client` for the methods of the client. */
  readonly service: string;
  readonly method: Method;
}

/** The type of a resource: `MailMessagesService` of `mail.messages`. */
export function serviceName({ path }: Resource): string {
  return path.length === 0 ? 'Client' : `${path.map(exported).join('')}Service`;
}

/** All methods of a resource and of those below it. */
export function methodsOf(resource: Resource): readonly Placed[] {
  const service = serviceName(resource);
  return [...resource.methods.map((method) => ({ service, method })), ...resource.resources.flatMap(methodsOf)];
}

/** `MailMessagesListParams` of the method `list` of `MailMessagesService`. */
export function paramsName(service: string, method: Method): string {
  return `${ownerOf(service)}${exported(method.name)}Params`;
}

/** `AuthClaimReply`: the type of a reply that is one of several. */
export function replyName(owner: string, method: Method): string {
  return `${owner}${exported(method.name)}Reply`;
}

export function ownerOf(service: string): string {
  return service === 'Client' ? '' : service.slice(0, -'Service'.length);
}

/** The parameters of the path that a caller gives, without that of the agent. */
export function ownPathParameters(method: Method): Method['pathParameters'] {
  return method.pathParameters.filter(({ name }) => !(method.identity?.in === 'path' && method.identity.name === name));
}

/** Whether a method has parameters in addition to those of its path. */
export function hasParams(method: Method): boolean {
  return method.query.length > 0 || method.body !== undefined;
}
