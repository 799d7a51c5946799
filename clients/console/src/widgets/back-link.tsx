import { fragmentBefore } from '../shell/history-entries.ts';
import { href } from '../shell/route.ts';
import { routeOf } from '../shell/route-text.ts';

interface BackLinkProps {
  readonly path: readonly string[];
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly title: string;
  readonly class?: string;
}

/** A link to the list of what is shown. If the person came from that list, it goes back to where they left it. */
export function BackLink({ path, query, title, class: name }: BackLinkProps) {
  const address = href(path, query);
  const onClick = (event: MouseEvent) => {
    const isPlain = event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
    const before = fragmentBefore();
    if (!isPlain || before === undefined || !isSameList(before, address)) return;
    event.preventDefault();
    history.back();
  };
  return (
    <p class={name}>
      <a href={address} onClick={onClick}>
        ← {title}
      </a>
    </p>
  );
}

function isSameList(one: string, other: string): boolean {
  const [before, list] = [routeOf(one), routeOf(other)];
  return (
    before.slug === list.slug &&
    before.path.join('/') === list.path.join('/') &&
    [...list.query].every(([name, value]) => (before.query.get(name) ?? value) === value)
  );
}
