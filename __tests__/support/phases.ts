import type { Marker } from '../../src/thread/marker.ts';

type Ended = 'pull-request' | 'no-changes' | 'failed' | 'archived';

/** A phase of a request in the words of the tests, which have one word for each. `link`: as `identityOfLink` writes it. */
export type State =
  | { readonly state: 'starting' | 'unsent' | 'unconfirmed' }
  | { readonly state: 'waiting'; readonly behind: string | null }
  | { readonly state: 'open' | 'lost'; readonly job: string }
  | { readonly state: 'ended'; readonly job: string; readonly verdict: Ended; readonly link: string }
  | { readonly state: 'continued'; readonly job: string; readonly by: { thread: number; comment: number } }
  | { readonly state: 'opened'; readonly job: string; readonly author: number | null };

export function phaseOf(state: State): Marker['phase'] {
  switch (state.state) {
    case 'starting':
      return { at: 'sending' };
    case 'waiting':
      return { at: 'waiting', behind: state.behind };
    case 'open':
      return { at: 'working', job: state.job };
    case 'unsent':
      return { at: 'over', why: 'unsent', verdict: 'cancelled' };
    case 'unconfirmed':
      return { at: 'over', why: 'unconfirmed', verdict: 'unconfirmed' };
    case 'lost':
      return { at: 'over', why: 'lost', job: state.job };
    case 'continued':
      return { at: 'over', why: 'continued', job: state.job, by: state.by };
    case 'opened':
      return { at: 'opened', job: state.job, author: state.author, reportedIn: 31 };
    case 'ended':
      return { at: 'over', why: 'ended', verdict: state.verdict, job: state.job, link: state.link };
  }
}

/** The word for a phase. @param marker its content; the answer to a label has no phase. */
export function stateIn(marker: unknown): string {
  const { at, why } = Object(Object(marker).phase);
  const names: Readonly<Record<string, string>> = { sending: 'starting', working: 'open' };
  return names[at] ?? why ?? at;
}
