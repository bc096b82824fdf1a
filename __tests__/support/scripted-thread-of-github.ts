import { answerRequest } from '../../sandbox/github/model/api.ts';
import { addAccount, addRepository, createHub } from '../../sandbox/github/model/state.ts';
import { openThread } from '../../sandbox/github/model/threads.ts';
import type { HttpRequest, HttpResponse } from '../../src/http/transport.ts';
import type { FakeClock } from './fake-clock.ts';

/** The type of `json` in the scripted world. */
type Answer = (status: number, body: unknown, headers?: Record<string, string>) => HttpResponse;

/** The id of the first comment that a step writes. */
const FIRST_COMMENT = 7;
const THREADS = 40;
const TOKEN = 'of the workflow';

/**
 * GitHub for a step: the sandbox's model in process, whose repository `acme/app` has threads and no
 * comments.
 */
export function createThreadOfGitHub(
  json: Answer,
  clock: FakeClock,
): (request: HttpRequest) => HttpResponse {
  const hub = createHub({
    url: 'https://github.com',
    api: 'https://api.github.com',
    now: () => clock.date().getTime(),
    counts: new Map([['comment', FIRST_COMMENT - 1]]),
    deliver() {},
    inLists: (comment) => comment,
  });
  const owner = addAccount(hub, 'acme', 'Organization');
  const repository = addRepository(hub, { owner, name: 'app' });
  hub.tokens.set(TOKEN, addAccount(hub, 'github-actions[bot]', 'Bot'));
  for (let number = 1; number <= THREADS; number++)
    openThread(repository, owner, { title: `Issue ${number}`, body: '' });

  return ({ method, url, body = '' }) => {
    const workflow = { token: TOKEN, repository: 'acme/app' };
    const answer = answerRequest(
      hub,
      { method, url: url.pathname + url.search, token: TOKEN, body },
      workflow,
    );
    const headers = { date: clock.date().toUTCString(), ...answer.headers };
    return json(answer.status, answer.body ?? {}, headers);
  };
}
