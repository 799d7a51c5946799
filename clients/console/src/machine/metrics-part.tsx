import { LocalSnippets } from './local-snippets.tsx';

/** The dashboard of the stage, on a page of its own: the one that operators have on AWS. */
export function MetricsPart() {
  return (
    <>
      <p>
        The dashboard that a stage has on AWS, drawn from this machine's metrics across all organizations.{' '}
        <a href="/_local/dashboard" target="_blank" rel="noopener">
          Open it in a new tab
        </a>
      </p>
      <iframe class="dashboard" src="/_local/dashboard" title="Dashboard of the stage" />
      <LocalSnippets path="/_local/dashboard/data?minutes=60" />
    </>
  );
}
