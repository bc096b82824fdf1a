import { statusWord } from '../agent/job.ts';
import { cut } from '../text/defuse.ts';
import { jobOf, type Outcome } from './outcome.ts';
import { duration, toMarkdown } from './phrase.ts';
import { type Circumstances, word } from './wording.ts';

/** GitHub's limit for a step, in bytes of UTF-8. */
const MAX_SUMMARY = 1024 * 1024;

/** Requests sent to the service, by operation. */
export type Traffic = Record<'create' | 'follow-up' | 'status', number>;

export interface Story extends Circumstances {
  readonly traffic: Readonly<Traffic>;
  readonly prompt: { readonly text: string; readonly cutBytes: number } | undefined;
}

/** The job summary of the workflow run. */
export function renderSummary(outcome: Outcome, story: Story): string {
  const { icon, headline, detail, advice } = word(outcome, story);
  const rows = facts(outcome, story).map(([name, value]) => `| ${name} | ${value} |`);
  const lines = [
    `## ${[`${icon} ${toMarkdown(headline)}`, toMarkdown(detail)].filter(Boolean).join(' · ')}`,
    '',
    ...advice.map((phrase) => `${toMarkdown(phrase)}  `),
    ...(rows.length > 0 ? ['', '| | |', '|---|---|', ...rows, ''] : ['']),
  ];
  const text = `${lines.join('\n')}\n`;
  return story.prompt ? text + instruction(story.prompt.text, MAX_SUMMARY - Buffer.byteLength(text)) : text;
}

function facts(outcome: Outcome, { request, elapsed, traffic, prompt }: Story): [name: string, value: string][] {
  const job = jobOf(outcome);
  const rows: [string, string][] = [];
  if (request) rows.push(['Asked by', toMarkdown([{ foreign: request.askedBy || 'nobody' }, ', ', ...request.origin])]);
  if (job)
    rows.push(['Job', toMarkdown([{ code: job.id }, ' · ', { foreign: statusWord(job) }, ` · ${duration(elapsed)}`])]);
  const sent = Object.entries(traffic).filter(([, count]) => count > 0);
  if (sent.length > 0) rows.push(['Sent', sent.map(([operation, count]) => `${count} ${operation}`).join(', ')]);
  if (prompt?.cutBytes) rows.push(['Left out', `${prompt.cutBytes} bytes of the request, at the limit of a prompt`]);
  return rows;
}

/** The instruction, folded, in a code block whose fence is longer than any in it. */
function instruction(prompt: string, room: number): string {
  const longest = Math.max(2, ...[...prompt.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const [head, tail] = [`<details><summary>The instruction</summary>\n\n${fence}text\n`, `\n${fence}\n\n</details>\n`];
  const mark = '\n[cut here: the summary is full]';
  const space = room - Buffer.byteLength(head + tail + mark);
  // Four bytes of UTF-8 are the most that two UTF-16 units take, three that one does.
  const shown = Buffer.byteLength(prompt) <= space ? prompt : cut(prompt, Math.max(0, Math.floor(space / 3))) + mark;
  return head + shown + tail;
}
