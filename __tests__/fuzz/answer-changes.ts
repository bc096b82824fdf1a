import type { HttpResponse } from '../../src/http/transport.ts';
import type { Chance } from '../support/seeded-random.ts';
import type { Changed } from './content-changes.ts';
import { KINDS_OF_TEXT, pick, spoiltText, valuesIn } from './hostile-texts.ts';

/** Values of headers that node's parser lets through. */
const HEADERS: Readonly<Record<string, readonly string[]>> = {
  date: valuesIn(`fuzz | 0 | Thu, 01 Jan 1970 00:00:00 GMT | Fri, 31 Dec 9999 23:59:59 GMT | 2026-03-02T00:00:00Z
    Mon, 02 Mar 2026 00:00:00 GMT | Mon, 32 Foo 2026 99:99:99 GMT | 1e21 | Sun, 01 Mar 2026 00:00:00 GMT`),
  'retry-after': [
    ...valuesIn(`0 | 1 | 40 | -5 | 1.5 | 1e9 | 99999999999999999999999 | fuzz | 0x10 | Mon, 02 Mar 2026 00:01:00 GMT
      Thu, 01 Jan 1970 00:00:00 GMT | Fri, 31 Dec 9999 23:59:59 GMT | Foo, GMT`),
    '',
    ' 3 ',
    '9'.repeat(400),
  ],
  link: [
    ...valuesIn(`<>; rel="next" | <https://fuzz.example/x?page=2>; rel="next" | rel="next" | <https://api.github.com/>
      <https://api.github.com/x?page=2>; rel="last"`),
    '',
    '<https://api.github.com/x>; rel="next", '.repeat(300),
  ],
  'x-ratelimit-remaining': ['0', '1', '-1', 'fuzz', '', '1e9', '199', '0x0', '9'.repeat(40)],
  'x-ratelimit-reset': ['0', '1772409660', '99999999999', '999999999999', '-1', 'fuzz', '', '60'],
  location: [
    '',
    ...valuesIn(`https://fuzz.example/ | https://api.github.com/repositories/1/issues/31/comments | /x | http://[::1
      https://api.github.com/repositories/2/issues/31/comments | https://agent.example/v2/agent/p1/job`),
  ],
  'content-type': [
    '',
    ...valuesIn(`text/html | text/plain | application/octet-stream | application/json | json | application/problem+json
      application/json; charset=utf-16 | multipart/form-data; boundary=fuzz | text/html; json | \u00ff\u00fe`),
  ],
  'content-length': ['0', '-1', 'fuzz', '99999999999'],
  'content-encoding': ['gzip', 'br', 'fuzz'],
  'x-github-request-id': ['fuzz', ''],
};

const STATUSES =
  `200 201 202 203 204 205 206 207 226 299 300 301 302 303 304 307 308 399 400 401 402 403 404 405 406 408 409
  410 411 412 413 415 418 421 422 423 424 425 426 428 429 429 431 451 499 500 501 502 503 504 505 507 508 511 520 522 524
  530 599 600 700 999`
    .split(/\s+/)
    .map(Number);

/** An answer in which one header is another, or is missing. */
export function changeHeader(answer: HttpResponse, chance: Chance): Changed<HttpResponse> {
  const name = pick(Object.keys(HEADERS), chance);
  const headers = new Map(answer.headers);
  const isMissing = headers.has(name) && chance.random() < 0.25;
  const value = pick(HEADERS[name] ?? [''], chance);
  if (isMissing) headers.delete(name);
  else headers.set(name, value);
  const how = isMissing ? `${name} is missing` : `${name} is another`;
  return {
    content: { ...answer, headers },
    how,
    note: isMissing ? how : `${name}: ${value.slice(0, 80)}`,
  };
}

/** The first word of an error text of GitHub; that of the service has the status behind it. */
export const WORDS_OF = { github: 'github-words', service: 'service-words-' } as const;
/** The last word of an error text, after more characters than are shown. */
export const LAST_WORD = 'words-end';

/**
 * An answer with another status, perhaps with a header that belongs to it, and with an error text.
 */
export function changeStatus(
  answer: HttpResponse,
  server: 'github' | 'service',
  chance: Chance,
): Changed<HttpResponse> {
  const status = pick(STATUSES, chance);
  const how = `is ${String(status)[0]}xx`;
  const name = status >= 300 && status < 400 ? 'location' : 'retry-after';
  const value = chance.random() < 0.5 ? undefined : pick(HEADERS[name] ?? [''], chance);
  const headers =
    value === undefined ? answer.headers : new Map([...answer.headers, [name, value]]);
  const error =
    status >= 400 && chance.random() < 0.6 ? errorText(status, server, chance) : undefined;
  const body =
    error === undefined ? answer.body : Buffer.from(JSON.stringify({ error, message: error }));
  const details = [value && `${name}: ${value.slice(0, 80)}`, error?.slice(0, 80)].filter(Boolean);
  return {
    content: { status, headers, body },
    how,
    note: [`status ${status}`, ...details].join(', '),
  };
}

function errorText(status: number, server: 'github' | 'service', chance: Chance): string {
  const first = server === 'github' ? WORDS_OF.github : `${WORDS_OF.service}${status}`;
  return `${first} ${spoiltText('Sorry', pick(KINDS_OF_TEXT, chance), chance)} ${'and so on '.repeat(24)} ${LAST_WORD}`;
}
