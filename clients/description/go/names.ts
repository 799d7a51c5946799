/** Words that Go writes in capitals throughout, as its own library does (`ID`, `URL`). */
const INITIALISMS: ReadonlySet<string> = new Set(
  'a2a api arn bcc cc dkim dmarc dns html id ip json mx rfc ses smtp sns spf ttl uri url'.split(' '),
);

/** The words of a name in snake case, camel case or pascal case, or of a wire value such as `a2a.task.created`. */
function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
}

function capitalized(word: string): string {
  if (INITIALISMS.has(word)) return word.toUpperCase();
  const singular = word.replace(/s$/, '');
  if (singular !== word && INITIALISMS.has(singular)) return `${singular.toUpperCase()}s`;
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** An exported name: `IdentityID` of `identity_id`, `APIKeys` of `apiKeys`. */
export function exported(name: string): string {
  return wordsOf(name).map(capitalized).join('');
}

/** The name of a parameter or variable: `messageID` of `message_id`. */
export function unexported(name: string): string {
  const [first = '', ...others] = wordsOf(name);
  return first + others.map(capitalized).join('');
}
