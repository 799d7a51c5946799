import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { ROOT, repositoryFiles } from './repository-files.ts';

/**
 * Fails when a reference does not resolve: a `See:` of a comment that names a page or heading that does not exist, a
 * relative link between pages that leads nowhere, or a path that a page mentions and the repository does not have.
 *
 * A `See:` holds one or more references, separated by semicolons. Each is either a path in this repository, with a
 * heading after `#` where it is a page, or an outside source from the list below.
 */
const OUTSIDE =
  /^(?:RFCs? \d+|OpenAPI \d|A2A v\d|Amazon |AWS |API Gateway |CloudFormation |CloudWatch |DynamoDB |IAM |KMS |Lambda |S3 |SES |SES, |SNS |SQS |JSON Schema |Node\.js |CA\/Browser |OWASP |Unicode |CSS \w+|Selectors Level \d|Media Queries Level \d|WCAG \d|HTML Living |WHATWG |Standard Webhooks|FIPS |NIST |V8 |ULID |JSON-RPC 2\.0|OpenID Connect |IANA, |Entra, |MCP \d{4}-\d\d-\d\d|W3C Trace Context|W3C CSP \d|draft-ietf-[a-z-]+-\d\d|Protocol Buffers|SQLite |OpenTelemetry, |google\.)/;

/** A path of this repository that a page mentions as code. */
const MENTIONED_PATH = /`((?:shared|functions|lib|bin|local|test|bench|scripts|docs|examples|testing)\/[\w./-]+)`/g;

const problems: string[] = [];
const headings = new Map<string, ReadonlySet<string>>();

/** A heading's anchor as GitHub makes it: lower case, punctuation dropped, a hyphen for each space. */
function anchorOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
}

function anchorsOf(path: string): ReadonlySet<string> {
  const known = headings.get(path);
  if (known !== undefined) return known;
  const anchors = new Set<string>();
  let fenced = false;
  for (const line of readFileSync(join(ROOT, path), 'utf8').split('\n')) {
    if (line.startsWith('```')) fenced = !fenced;
    const heading = fenced ? null : /^#{1,6} (.+)$/.exec(line);
    if (heading?.[1] !== undefined) anchors.add(anchorOf(heading[1]));
  }
  headings.set(path, anchors);
  return anchors;
}

function checkTarget(at: string, target: string): void {
  const [path = '', anchor] = target.split('#');
  if (!existsSync(join(ROOT, path))) problems.push(`${at}: "${target}": ${path} does not exist`);
  else if (anchor !== undefined && path.endsWith('.md') && !anchorsOf(path).has(anchor)) {
    problems.push(`${at}: "${target}": ${path} has no heading #${anchor}`);
  }
}

/** Each reference of each `See:` in the comments of a file, with the line on which the `See:` begins. */
function* seeReferences(text: string): Generator<{ line: number; reference: string }> {
  const lines = text.split('\n');
  for (const [index, firstLine] of lines.entries()) {
    let references = /(?:^\s*(?:\/\*\*|\*|\/\/)\s*|[.)] )See: (.*)$/.exec(firstLine)?.[1];
    if (references === undefined) continue;
    for (let next = index + 1; !references.includes('*/'); next += 1) {
      const continuation = /^\s*(?:\*|\/\/) (?! )(\S.*)$/.exec(lines[next] ?? '')?.[1];
      if (continuation === undefined) break;
      references += ` ${continuation}`;
    }
    const list = references
      .replace(/\*\/.*$/, '')
      .trim()
      .replace(/\.$/, '');
    // A semicolon within parentheses belongs to the note about one reference.
    for (const reference of list.split(/;\s*(?![^()]*\))/)) yield { line: index + 1, reference: reference.trim() };
  }
}

for (const path of repositoryFiles(/\.(?:tsx?|mjs)$/)) {
  if (path.startsWith('scripts/checks/')) continue;
  for (const { line, reference } of seeReferences(readFileSync(join(ROOT, path), 'utf8'))) {
    if (OUTSIDE.test(reference)) continue;
    const target = /^[\w.@/-]+\.(?:md|ts|mjs|json)(?:#[^\s,()]+)?(?=$|[\s,()])/.exec(reference)?.[0];
    if (target === undefined)
      problems.push(
        `${path}:${line}: "${reference}": write a path from the root of the repository (docs/page.md#heading) or an ` +
          'outside source that scripts/checks/references.ts lists',
      );
    else checkTarget(`${path}:${line}`, target);
  }
}

for (const path of repositoryFiles(/\.md$/)) {
  let fenced = false;
  for (const [index, line] of readFileSync(join(ROOT, path), 'utf8').split('\n').entries()) {
    if (line.startsWith('```')) fenced = !fenced;
    if (fenced) continue;
    for (const [, mentioned = ''] of line.matchAll(MENTIONED_PATH)) checkTarget(`${path}:${index + 1}`, mentioned);
    for (const [, link = ''] of line.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^(?:[a-z][a-z0-9+.-]*:|\/)/i.test(link)) continue;
      const target = link.startsWith('#') ? `${path}${link}` : normalize(join(dirname(path), link));
      checkTarget(`${path}:${index + 1}`, target);
    }
  }
}

if (problems.length > 0) {
  console.error(problems.join('\n'));
  console.error(`${problems.length} references do not resolve`);
  process.exitCode = 1;
}
