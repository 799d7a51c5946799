import type { Metric } from './metric.ts';

/** Source: CloudWatch user guide, Search expression limits. */
const MAX_LENGTH = 1024;

/** A schema with a namespace and one dimension, the name of the metric, and conditions on the dimension. */
const SEARCH = /^\{([\w/]+),(\w+)\} MetricName="([\w.]+)"((?: .+)?)$/;

/** `NOT` or nothing, the dimension, and a whole name in quotes or a part of one without. */
const TERM = /^(NOT )?(\w+)=(?:"([\w-]+)"|([\w-]+))$/;

/**
 * The metrics that the first argument of `SEARCH` describes, such as `{AWS/SQS,QueueName} MetricName="X"
 * (QueueName="a" OR QueueName="b")`. Emulated is what the dashboard uses: a schema of one dimension, and conditions on
 * it, of which all have to hold, and of those in parentheses one. Anything else is an error.
 *
 * The schema selects metrics with exactly this dimension. A term in quotes is a whole name; one without matches a part
 * of a name.
 *
 * Source: CloudWatch user guide, CloudWatch search expression syntax.
 */
export function searchPredicate(search: string): (metric: Metric) => boolean {
  const [, namespace, dimension = '', name, conditions = ''] = SEARCH.exec(search) ?? [];
  if (name === undefined || search.length > MAX_LENGTH) throw new Error(`the search is not emulated: ${search}`);
  const termOf = (text: string) => {
    const [, not, property, exact, part = ''] = TERM.exec(text) ?? [];
    const isEmulated = property === dimension && (exact !== undefined || partsOf(part).length > 1);
    if (!isEmulated) throw new Error(`the condition ${text} is not emulated: ${search}`);
    const matches = (value: string) => (exact === undefined ? hasParts(value, part) : value === exact);
    return (value: string) => matches(value) === (not === undefined);
  };
  const all = splitConditions(conditions).map((condition) => {
    const either = condition
      .replace(/^\((.*)\)$/, '$1')
      .split(' OR ')
      .map(termOf);
    return (value: string) => either.some((term) => term(value));
  });
  return (metric) => {
    if (metric.namespace !== namespace || metric.name !== name) return false;
    const [[only, value] = ['', ''], ...others] = Object.entries(metric.dimensions);
    return only === dimension && others.length === 0 && all.every((condition) => condition(value));
  };
}

/** The conditions between spaces, without splitting what is in parentheses or follows `NOT`. */
function splitConditions(text: string): readonly string[] {
  return text.split(/(?<!NOT) (?![^(]*\))/).filter((condition) => condition !== '');
}

/**
 * Whether a name has the parts of another text, next to each other and in the same case. Parts begin at capitals and
 * digits, and all other characters separate them. CloudWatch compares a text of one part in other ways, so that is not
 * emulated.
 *
 * Source: CloudWatch user guide, CloudWatch search expressions: Tokenization; Partial matches.
 */
function hasParts(name: string, text: string): boolean {
  const [sought, parts] = [partsOf(text), partsOf(name)];
  return parts.some((_, start) => sought.every((part, offset) => parts[start + offset] === part));
}

function partsOf(text: string): readonly string[] {
  return text.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? [];
}
