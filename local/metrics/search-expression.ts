import type { Metric } from './metric.ts';
import { matchesPartially } from './search-tokens.ts';

/** Whether a metric fits a search term. */
type Predicate = (metric: Metric) => boolean;

/** Source: CloudWatch user guide, Search expression limits. */
const MAX_LENGTH = 1024;

const TOKEN = /\s*(?:"((?:\\.|[^"\\])*)"|([(){}=,])|([^\s"(){}=,]+))/y;

interface Token {
  readonly kind: 'exact' | 'sign' | 'word';
  readonly text: string;
}

/**
 * The metrics that the first argument of `SEARCH` describes, such as `{AWS/SQS,QueueName} MetricName="X" my-prefix`.
 *
 * The schema in braces selects metrics with this namespace and exactly these dimensions. A term in quotes is a whole
 * name; one without matches a part of a name. `AND` may be left out and binds more closely than `OR`.
 *
 * Source: CloudWatch user guide, CloudWatch search expression syntax.
 */
export function searchPredicate(search: string): Predicate {
  if (search.length > MAX_LENGTH) throw new Error(`a search has at most ${MAX_LENGTH} characters: ${search}`);
  const tokens = tokensOf(search);
  let next = 0;
  const peek = () => tokens[next];
  const isSign = (text: string) => peek()?.kind === 'sign' && peek()?.text === text;
  const isWord = (text: string) => peek()?.kind === 'word' && peek()?.text === text;
  const take = (): Token => {
    const token = tokens[next++];
    if (token === undefined) throw new Error(`the search ends too early: ${search}`);
    return token;
  };
  const takeSign = (text: string) => {
    const token = take();
    if (token.kind !== 'sign' || token.text !== text) throw new Error(`expected ${text} in the search ${search}`);
  };

  function schema(): Predicate {
    takeSign('{');
    const names = [take().text];
    while (isSign(',')) {
      takeSign(',');
      names.push(take().text);
    }
    takeSign('}');
    if (isSign(',')) takeSign(',');
    const [namespace, ...dimensions] = names;
    return (metric) =>
      metric.namespace === namespace &&
      Object.keys(metric.dimensions).length === dimensions.length &&
      dimensions.every((name) => Object.hasOwn(metric.dimensions, name));
  }

  function either(): Predicate {
    const parts = [both()];
    while (isWord('OR')) {
      take();
      parts.push(both());
    }
    return (metric) => parts.some((part) => part(metric));
  }

  function both(): Predicate {
    const parts = [not()];
    while (peek() !== undefined && !isWord('OR') && !isSign(')')) {
      if (isWord('AND')) take();
      parts.push(not());
    }
    return (metric) => parts.every((part) => part(metric));
  }

  function not(): Predicate {
    if (!isWord('NOT')) return term();
    take();
    const part = term();
    return (metric) => !part(metric);
  }

  function term(): Predicate {
    if (isSign('(')) {
      takeSign('(');
      const inner = either();
      takeSign(')');
      return inner;
    }
    const first = take();
    if (first.kind === 'sign') throw new Error(`unexpected ${first.text} in the search ${search}`);
    if (!isSign('=')) return (metric) => namesOf(metric).some((name) => matches(first, name));
    takeSign('=');
    const value = take();
    if (value.kind === 'sign') throw new Error(`expected a value after ${first.text}= in the search ${search}`);
    return (metric) => {
      const name = propertyOf(metric, first.text);
      return name !== undefined && matches(value, name);
    };
  }

  const inSchema: Predicate = isSign('{') ? schema() : () => true;
  const isFound: Predicate = peek() === undefined ? () => true : either();
  if (peek() !== undefined) throw new Error(`unexpected ${peek()?.text} in the search ${search}`);
  return (metric) => inSchema(metric) && isFound(metric);
}

function tokensOf(search: string): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (search.slice(at).trim() !== '') {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(search);
    if (match === null) throw new Error(`the search cannot be read at ${at}: ${search}`);
    const [, exact, sign, word = ''] = match;
    if (exact !== undefined) tokens.push({ kind: 'exact', text: exact.replace(/\\(.)/g, '$1') });
    else if (sign !== undefined) tokens.push({ kind: 'sign', text: sign });
    else tokens.push({ kind: 'word', text: word });
    at = TOKEN.lastIndex;
  }
  return tokens;
}

function matches({ kind, text }: Token, name: string): boolean {
  return kind === 'exact' ? text === name : matchesPartially(text, name);
}

function namesOf({ namespace, name, dimensions }: Metric): readonly string[] {
  return [namespace, name, ...Object.entries(dimensions).flat()];
}

function propertyOf(metric: Metric, property: string): string | undefined {
  if (property === 'MetricName') return metric.name;
  if (property === 'Namespace') return metric.namespace;
  return Object.hasOwn(metric.dimensions, property) ? metric.dimensions[property] : undefined;
}
