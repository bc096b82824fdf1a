import * as v from '@badrap/valita';
import type { ActionContext } from '../action-context.ts';
import { GitHubError } from '../errors.ts';
import { parseAnswer, RequestFailure, reasonOf, shown, WEB_ADDRESS } from '../github/answers.ts';
import { connectGitHub, needed, readData } from '../github/client.ts';
import { commentsOf, LIST_DELAY_MS } from '../github/comments.ts';
import { GAPS_LABEL } from '../inputs/fields.ts';
import type { Inputs } from '../inputs/inputs.ts';
import { INTEGER, TEXT, TIME } from '../schema.ts';
import { persistently } from '../thread/comment-requests.ts';
import { projectHash } from '../thread/earlier-requests.ts';
import { deriveMarkerKey, hashOf, type IssueMarker, readMarker, writeMarker } from '../thread/marker.ts';
import { type GapsReport, type IssueResult, renderIssue, titleOf } from './report.ts';

const LABEL = v.object({ name: TEXT }).map(({ name }) => name);
const ISSUE = v.object({
  number: INTEGER,
  html_url: WEB_ADDRESS,
  title: v.string(),
  body: TEXT,
  state: v.string(),
  created_at: TIME,
  comments: INTEGER,
  labels: v.array(v.union(v.string(), LABEL)),
  pull_request: v.unknown().optional(),
});

/** An issue that a run of the action created. `isUnchanged`: its title and text are as that run wrote them. */
type GapsIssue = v.Infer<typeof ISSUE> & IssueMarker & { readonly isUnchanged: boolean };

/**
 * Creates the issue of this run, unless an earlier attempt did, and closes older ones that no one edited or asked for. Of issues that runs create
 * at the same time, one stays. No text of an existing issue is changed, because a maintainer may be editing it.
 */
export async function createIssue(report: GapsReport, context: ActionContext): Promise<IssueResult> {
  const { inputs } = report;
  const { runner, clock, signal } = context;
  const { run, runUrl } = runner.variables;
  const issues = connectIssues(inputs, context);
  const nonce = hashOf(context.uuid());
  const title = runner.redact(titleOf(report.period));
  async function findOrCreate(): Promise<GapsIssue> {
    const listed = await issues.list();
    const body = runner.redact(renderIssue(report, runUrl, listed[0]));
    const marker = { run, nonce, after: listed[0]?.number ?? null };
    return listed.find((each) => each.run === run) ?? issues.create(title, body, marker);
  }
  const own = await persistently('write', findOrCreate, { clock, signal, until: inputs.timeout }).catch(uncreated);
  if (own.nonce !== nonce) return { issue: own, isNew: false, closed: [] };
  try {
    await clock.sleep(LIST_DELAY_MS, signal); // for the issue of a run that started at the same time
    const others = (await issues.list()).filter(
      ({ number, state, isUnchanged }) => number !== own.number && state === 'open' && isUnchanged,
    );
    // All runs agree, although each saw another list: the one with the newest issue before it stays, and of several the lowest number.
    const [kept = own, ...replaced] = [own, ...others].sort(
      (a, b) => (b.after ?? 0) - (a.after ?? 0) || a.number - b.number,
    );
    const closed: number[] = [];
    for (const issue of replaced) {
      const failed = (error: unknown) => runner.warn(`Issue #${issue.number} with gaps stays open: ${reasonOf(error)}`);
      if (await issues.close(issue).catch(failed)) closed.push(issue.number);
    }
    return { issue: kept, isNew: kept === own, closed };
  } catch (error) {
    runner.warn(`Older issues with gaps stay open: ${reasonOf(error)}`);
    return { issue: own, isNew: true, closed: [] };
  }
}

/** The issues with gaps of a project, some paths, and a number of days. */
function connectIssues(inputs: Inputs, context: ActionContext) {
  const { runner } = context;
  const effects = { ...context, ...runner, deadline: inputs.timeout };
  const github = needed(connectGitHub(inputs.githubToken, effects));
  const { repository } = github;
  const key = deriveMarkerKey(inputs.apiKey);
  const placeAt = (createdAt: number) =>
    ({ repository: runner.variables.repositoryKey, issue: 0, comment: null, createdAt }) as const;
  const scope = hashOf(projectHash(runner.variables, inputs.projectId), JSON.stringify([inputs.paths, inputs.days]));
  const rest = async () => (await github.octokit()).rest.issues;

  /** Undefined if it is not signed for this repository and its creation. GitHub may have changed its line ends. */
  function verified(issue: v.Infer<typeof ISSUE>): GapsIssue | undefined {
    const [, prose = '', marker = ''] =
      /^(.*)\n(<!-- [^>]*-->)$/s.exec(issue.body.replaceAll('\r\n', '\n').trimEnd()) ?? [];
    const reading = readMarker(marker, key, placeAt(issue.created_at));
    if (reading.kind !== 'issue' || reading.marker.scope !== scope || issue.pull_request) return undefined;
    return { ...issue, ...reading.marker, isUnchanged: hashOf(issue.title, prose) === reading.marker.text };
  }

  return {
    /**
     * The newest first, of the 100 newest with the label. Of several with the same nonce, the newer ones are copies, as "Duplicate issue"
     * makes them, and left alone.
     */
    async list(): Promise<readonly GapsIssue[]> {
      const newest = { state: 'all', sort: 'created', direction: 'desc', per_page: 100 } as const;
      const query = { ...repository, labels: GAPS_LABEL, ...newest };
      const listed = await readData(github, 'the issues with gaps', v.array(ISSUE), ({ issues }) =>
        issues.listForRepo(query),
      );
      const signed = shown(listed, 'the issues of this repository').flatMap((issue) => verified(issue) ?? []);
      return signed.filter(({ nonce, number }) => !signed.some((each) => each.nonce === nonce && each.number < number));
    },
    /** Creates the label too, unless it exists. Without it, GitHub creates one without a description. */
    async create(title: string, prose: string, marker: Omit<IssueMarker, 'scope' | 'text'>): Promise<GapsIssue> {
      const label = { name: GAPS_LABEL, color: '0e8a16', description: 'Where the documentation fails its readers' };
      await (await rest()).createLabel({ ...repository, ...label }).catch(() => {});
      const signed = { ...marker, scope, text: hashOf(title, prose) };
      const body = `${prose}\n${writeMarker(signed, key, placeAt(github.now()))}`;
      const { data } = await (await rest()).create({ ...repository, title, body, labels: [GAPS_LABEL] });
      return { ...parseAnswer(ISSUE, data), ...signed, isUnchanged: true };
    },
    /** Closes an issue that has neither the label of a request nor a status comment. Returns whether it did. */
    async close({ number, labels, comments }: GapsIssue): Promise<boolean> {
      const trigger = inputs.trigger.label.toLowerCase();
      if (labels.some((label) => label.toLowerCase() === trigger)) return false;
      if (comments > 0 && (await commentsOf(github, number, effects).list()).comments.length > 0) return false;
      const state = { state: 'closed', state_reason: 'not_planned' } as const;
      await (await rest()).update({ ...repository, issue_number: number, ...state });
      return true;
    },
  };
}

function uncreated(cause: unknown): never {
  if (!(cause instanceof RequestFailure)) throw cause;
  const headline = 'Issue not created';
  throw new GitHubError(`The issue could not be created: ${cause.message}`, cause.facts.remedy, { cause, headline });
}
