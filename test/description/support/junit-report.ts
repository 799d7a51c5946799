const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

/** The failure and error texts of each test case of a JUnit report. */
export function readFailures(xml: string): ReadonlyMap<string, readonly string[]> {
  const failures = new Map<string, string[]>();
  for (const [, attributes = '', body = ''] of xml.matchAll(/<testcase ([^>]*[^/])>(.*?)<\/testcase>/gs)) {
    const name = decode(/\bname="([^"]*)"/.exec(attributes)?.[1] ?? '');
    const texts = [...body.matchAll(/<(?:failure|error) [^>]*>(.*?)<\/(?:failure|error)>/gs)];
    if (texts.length === 0) continue;
    failures.set(name, [...(failures.get(name) ?? []), ...texts.map(([, text = '']) => decode(text))]);
  }
  return failures;
}

function decode(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
    if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
    if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
    return ENTITIES[name] ?? whole;
  });
}
