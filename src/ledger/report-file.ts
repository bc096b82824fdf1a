import { csvCell } from '../visitors/export-file.ts';
import type { Report, ReportedRequest } from './report.ts';

const HEAD = 'requested,trigger,comment,result,kind,job,job created,pull request,state,opened,merged or closed\n';

/** One row per request, the oldest first; of a job with several pull requests the last one. Times are ISO 8601 in UTC. */
export const toCsv = ({ requests }: Report): string =>
  HEAD + requests.map((request) => `${cellsOf(request).map(csvCell).join(',')}\n`).join('');

function cellsOf({ record, result, pulls }: ReportedRequest): readonly string[] {
  const { marker, facts, comment } = record;
  const pull = pulls.at(-1);
  return [
    time(comment.createdAt),
    marker.trigger,
    comment.url,
    result,
    marker.before === null ? 'new job' : 'follow-up',
    facts.job ?? '',
    time(marker.jobCreatedAt),
    pull ? pull.url || pull.name : '',
    pull?.state ?? '',
    time(pull?.createdAt || null),
    time(pull?.endedAt ?? null),
  ];
}

/** Times in markers are any numbers. */
function time(ms: number | null): string {
  const date = new Date(ms ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString();
}
