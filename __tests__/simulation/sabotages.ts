/** A deliberate bug: a text of a file below `src`, and what replaces it. */
export interface Sabotage {
  readonly name: string;
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

export const SABOTAGES: readonly Sabotage[] = [
  {
    name: 'an unclear create is sent again',
    file: 'service/submit.ts',
    from: "return result.kind === 'unsent' && result.repeatable && unsent < MAX_ATTEMPTS",
    to: "return (result.kind === 'unsent' || result.kind === 'unconfirmed') && attempt < MAX_ATTEMPTS",
  },
  {
    name: 'the second read of the thread is ignored',
    file: 'request/claim.ts',
    from: "  if (since.kind !== 'none') {",
    to: "  if (since.kind !== 'none' && effects.timeout < 0) {",
  },
  {
    name: 'no pause between announcement and second read',
    file: 'request/claim.ts',
    from: 'const PAUSE_MS = 2_000;',
    to: 'const PAUSE_MS = 0;',
  },
  {
    name: 'the lease of another run is ignored',
    file: 'thread/status-records.ts',
    from: 'isLeaseHeld: age < marker.leaseSeconds * 1000',
    to: 'isLeaseHeld: age < marker.leaseSeconds',
  },
  {
    name: 'an own attempt that was about to submit is repeated',
    file: 'thread/earlier-requests.ts',
    from: "    case 'starting':\n    case 'unconfirmed':\n      return { kind: 'unconfirmed', record };",
    to: "    case 'starting':\n    case 'unconfirmed':\n      return undefined;",
  },
  {
    name: 'a request that is made once gets a new job after its end',
    file: 'thread/earlier-requests.ts',
    from: 'return asksOnce || isAnswered ?',
    to: 'return isAnswered ?',
  },
  {
    name: 'reading is enough permission',
    file: 'trigger/authorization.ts',
    from: 'if (ROLES.indexOf(role) >= ROLES.indexOf(minimum))',
    to: "if (ROLES.indexOf(role) >= ROLES.indexOf('read'))",
  },
  {
    name: 'a 404 is believed at once',
    file: 'service/job-reading.ts',
    from: 'now() - since >= SETTLE_MS',
    to: 'now() - since >= 0',
  },
  {
    name: 'the text of a 401 is shown unchanged',
    file: 'service/errors.ts',
    from: "const quote = isPrivate && text ? excerpt(text.replace(KEY_LIKE, '…'), MAX_EXCERPT) : '';",
    to: "const quote = JSON.stringify(String(body)).replaceAll('docs_', '').replaceAll('Zq7vKx3m', 'Zq7vKx3n');",
  },
  {
    name: 'a sweep writes although a run waits',
    file: 'operations/sweep-check.ts',
    from: "  if (isLeaseHeld) return { kind: 'active' };",
    to: '',
  },
  {
    name: 'the requester is mentioned at each final report',
    file: 'report/status-report.ts',
    from: 'if (!isWanted || signal.aborted || !isNews(news, mentioned)) return undefined;',
    to: "if (!isWanted || signal.aborted || news === 'no') return undefined;\n    mentioned = 'no';",
  },
  {
    name: 'the post step mentions although the step did',
    file: 'report/status-report.ts',
    from: '    saveFor(outcome); // without the mention: if this process is killed now, the post step must not mention the requester twice\n',
    to: '',
  },
  {
    name: 'polling ends 20 s after the timeout',
    file: 'request/context.ts',
    from: 'timeout - shareOf(timeout, { share: 0.02, min: 300, max: 5_000 })',
    to: 'timeout + 20_000',
  },
  {
    name: 'a pause does not end with a cancel',
    file: 'service/poll.ts',
    from: 'await clock.sleep(pause, signal);',
    to: 'await clock.sleep(pause);',
  },
  {
    name: 'GitHub is followed to any repository',
    file: 'github/client.ts',
    from: 'return isSameRepository ? to : undefined;',
    to: 'return isSameRepository || to ? (to ?? undefined) : undefined;',
  },
  {
    name: '`fail-on` is ignored',
    file: 'outcome.ts',
    from: "verdict === 'error' || failOn.has(verdict);",
    to: "verdict === 'error' || failOn.has(verdict) === undefined;",
  },
  {
    name: 'pull requests of the agent are not recognized',
    file: 'request/memory.ts',
    from: "if (!agentPulls || !pull || trigger.kind === 'command') return undefined;",
    to: "if (!agentPulls || !pull || trigger.kind !== 'command') return undefined;",
  },
  {
    name: 'a follow-up is sent to a job at work',
    file: 'request/follow-up-turn.ts',
    from: '  if (!hasEnded(job)) {\n    effects.onWaiting(`job',
    to: '  if (!hasEnded(job) && effects.deadline < 0) {\n    effects.onWaiting(`job',
  },
  {
    name: 'a sweep does not read open jobs',
    file: 'operations/sweep.ts',
    from: "    case 'open':\n    case 'starting':",
    to: "    case 'open':\n      return false;\n    case 'starting':",
  },
  {
    name: 'an end without a link counts at once',
    file: 'service/poll.ts',
    from: 'const settled = !lacksLink || elapsed',
    to: 'const settled = lacksLink || elapsed',
  },
  {
    name: 'the draft does not say that a request was sent',
    file: 'report/status-report.ts',
    from: "      state = { state: 'unconfirmed' };\n      saveFor(interrupted());",
    to: '',
  },
  {
    name: 'the legs of a matrix are one request',
    file: 'thread/earlier-requests.ts',
    from: 'stepKey: hashOf(workflow, job, step, key, project)',
    to: 'stepKey: hashOf(workflow, job, step, project)',
  },
  {
    name: 'a comment of another process is overwritten by the final report',
    file: 'thread/marker-state.ts',
    from: "    case 'continued':\n    case 'ended':\n    case 'lost':\n    case 'opened':\n      return true;",
    to: "    case 'continued':\n    case 'ended':\n    case 'lost':\n    case 'opened':\n      return false;",
  },
  {
    name: 'a job is created although its announcement failed',
    file: 'thread/status-comment.ts',
    from: "if (why === 'refused' || clock.now() + pause >= until) throw unannounced(error);",
    to: "if (why === 'refused' || clock.now() + pause >= until) {\n      ref = { id: 1, url: 'https://github.com/acme/app/issues/1', issueNumber: 1 };\n      return;\n    }",
  },
  {
    name: 'a job that ended without a link is soon no candidate for the opener of a pull request',
    file: 'request/agent-pulls.ts',
    from: 'createdAt < comment.updatedAt + LATE_LINK_MS',
    to: 'createdAt < comment.updatedAt',
  },
  {
    name: 'the comment of an attach counts after its first edit only',
    file: 'thread/marker.ts',
    from: "state === 'waiting' || state === 'open' ||",
    to: "state === 'waiting' ||",
  },
];
