import type { Method, Model, Type, TypeExpression } from '../model/model.ts';
import { docstring, NOTE } from './python-names.ts';
import { literal, type PythonTypes } from './python-types.ts';

/** The module with all types: records of replies, objects of requests, and unions. */
export function typesModule(model: Model, types: PythonTypes, methods: readonly Method[]): string {
  const nested = nestedInRequests(model, types, methods);
  const of = <K extends Type['kind']>(kind: K) =>
    model.types.filter((type): type is Extract<Type, { kind: K }> => type.kind === kind);
  const names = [...model.types.filter((type) => isExported(type, nested)).map(({ name }) => name)].sort();
  const dictionaries = of('object').filter((type) => type.usedIn !== 'reply' && nested.has(type.name));
  const parts = [
    ...of('enum').map(({ name, values, text }) => [
      `${name}: TypeAlias = ${literal(values)}`,
      ...docstring('', [text]),
    ]),
    ...of('object')
      .filter((type) => type.usedIn !== 'request')
      .map((type) => ['', '', ...types.model(type)]),
    ...dictionaries.map((type) => ['', '', ...types.dictionary(type)]),
    [''],
    ...inOrder(of('alias').filter((type) => type.usedIn === 'reply' || nested.has(type.name))).map((type) => [
      '',
      `${type.name}: TypeAlias = ${unionOf(types.expression(type.type, type.usedIn === 'request' ? 'request' : 'reply'))}`,
      ...docstring('', [type.text]),
    ]),
    ...of('union').map((type) => ['', ...types.union(type)]),
  ];
  const exported = [
    ...names,
    ...dictionaries.filter(({ usedIn }) => usedIn === 'both').map(({ name }) => `${name}Param`),
    'parse_event',
    'parse_webhook_body',
  ].sort();
  return `${NOTE}
# ruff: noqa
"""The records of the service, and the objects that requests contain."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Annotated, Any, Literal, Union

from pydantic import Discriminator, Field, Tag
from typing_extensions import Required, TypeAlias, TypedDict

from ._model import Model, UnknownKind, kind_of
from ._redacted import Sensitive
from ._tolerant import tolerant

__all__ = [
${exported.map((name) => `    "${name}",`).join('\n')}
]

${parts.map((lines) => lines.join('\n')).join('\n')}


def parse_event(value: Mapping[str, Any]) -> Event:
    """Parses an event of the log from its JSON, for instance one that you stored."""
    event: Event = tolerant(Event, value)
    return event


def parse_webhook_body(value: Mapping[str, Any]) -> WebhookBody:
    """Parses the event of a delivery from its JSON. It does not verify it: use \`verify_webhook\` for incoming requests."""
    body: WebhookBody = tolerant(WebhookBody, value)
    return body
`;
}

/** Request types other than method bodies, because methods take the fields of bodies as arguments. */
function nestedInRequests(model: Model, types: PythonTypes, methods: readonly Method[]): ReadonlySet<string> {
  const reached = new Set<string>();
  const visit = (type: TypeExpression): void => {
    if (type.kind === 'list' || type.kind === 'map' || type.kind === 'nullable') visit(type.of);
    else if (type.kind === 'one-of') type.of.forEach(visit);
    else if (type.kind === 'reference' && !reached.has(type.name)) {
      reached.add(type.name);
      const named = types.named(type.name);
      if (named.kind === 'alias') visit(named.type);
      if (named.kind === 'object') for (const field of types.allFields(named)) visit(field.type);
    }
  };
  for (const { query, body } of methods) {
    for (const { type } of query) visit(type);
    const named = body?.type.kind === 'reference' ? types.named(body.type.name) : undefined;
    if (named?.kind === 'object') for (const { type } of types.allFields(named)) visit(type);
  }
  if (reached.size > model.types.length) throw new Error('more types than the model has');
  return reached;
}

function isExported(type: Type, nested: ReadonlySet<string>): boolean {
  if (type.kind === 'enum' || type.usedIn === 'reply') return true;
  if (type.kind === 'alias') return nested.has(type.name);
  return type.usedIn === 'both' || nested.has(type.name);
}

/** Aliases in order of dependency, because an alias is evaluated when the module is loaded. */
function inOrder<T extends Type & { kind: 'alias' }>(aliases: readonly T[]): T[] {
  const placed: T[] = [];
  const place = (alias: T) => {
    if (placed.includes(alias)) return;
    const text = JSON.stringify(alias.type);
    for (const other of aliases) if (other !== alias && text.includes(`"name":"${other.name}"`)) place(other);
    placed.push(alias);
  };
  aliases.forEach(place);
  return placed;
}

/** `A | B` as `Union[A, B]`, because Python 3.10 cannot join every kind of type with a bar when a module is loaded. */
function unionOf(expression: string): string {
  const parts = expression.split(/ \| (?![^[]*\])/);
  return parts.length === 1 ? expression : `Union[${parts.join(', ')}]`;
}
