import type { HttpRequest } from '../../../src/http/transport.ts';
import { writtenIn } from '../../simulation/action-process.ts';
import { inputOf } from '../../simulation/knowledge.ts';
import { type Exchange, FIRST_KEY, fieldOf, type Process, TOKEN } from '../../simulation/world.ts';
import { leaksIn } from '../../support/leaks.ts';
import type { Judged, Rule } from '../play.ts';
import { type Env, OUTSIDE, secretsOf, sentIn } from '../play.ts';
import type { Applied } from '../tampering.ts';

const KEYS = [FIRST_KEY];
const ALL = [...KEYS, TOKEN];

/**
 * No part of a secret is shown or sent to another host than its own; nothing else of the runner's
 * disk is sent.
 */
export const secrets: Rule = (judged) => {
  const { world, files } = judged.played;
  return [
    ...world.processes.flatMap((process) => shownBy(process, judged)),
    ...world.exchanges.flatMap((exchange) => problemsOf(exchange, judged)),
    ...[...files.opened]
      .filter((path) => !/^\/work\/app\/(?!link$|\.git)/.test(path))
      .map((path) => `${path} is read`),
  ];
};

/**
 * Parts of the secrets of a process. It cannot know others, and not one that is a part of its
 * input.
 */
function partsIn(text: string, { env }: Process, secrets: readonly string[]): string[] {
  const known = secretsOf(env).filter((secret) => secrets.includes(secret));
  return leaksIn(text, known);
}

/**
 * What a process prints and writes: all at once, as looking for a leak takes time. Its comments are
 * requests too.
 */
function shownBy(process: Process, { isKnown, played: { applied } }: Judged): string[] {
  if (isSecretBroken(applied)) return [];
  const texts = (process.result ? writtenIn(process.result) : []).filter(
    (text) => text !== '' && !isKnown(text),
  );
  if (partsIn(texts.join('\n'), process, ALL).length === 0) return [];
  return texts.flatMap((text) => {
    const [part] = partsIn(text, process, ALL);
    return part === undefined ? [] : [`${process.name} shows “${part}” in: ${text.slice(0, 400)}`];
  });
}

/**
 * Whether another change of the same content may have made a planted secret incomplete: only whole
 * ones are redacted.
 */
function isSecretBroken(applied: readonly Applied[]): boolean {
  const contentOf = ({ mutation: { place } }: Applied) =>
    JSON.stringify({ ...place, nth: undefined });
  const planted = applied.filter(({ how }) => how === 'has a secret');
  return planted.some((one) =>
    applied.some((other) => other !== one && contentOf(other) === contentOf(one)),
  );
}

function problemsOf(exchange: Exchange, judged: Judged): string[] {
  const { by, line, request } = exchange;
  const hosts = hostsOf(by.env);
  const isUsual = hosts.github === 'api.github.com' && hosts.service === 'agent.example';
  if ((isUsual && judged.isKnown(sentIn(exchange))) || isEcho(exchange, judged)) return [];
  const { host } = request.url;
  const problems =
    host === hosts.github
      ? problemsAtGitHub(request, by)
      : host === hosts.service
        ? problemsAtService(request, by)
        : [`to the host ${host}`];
  const all = request.body?.includes(OUTSIDE)
    ? [...problems, 'a file outside of the workspace']
    : problems;
  return all.map(
    (problem) => `${by.name} sends ${problem}: ${line} ${(request.body ?? '').slice(0, 200)}`,
  );
}

/**
 * Whether a server gets in an address what it said itself: GitHub in an event, a variable or an
 * answer, the service in an answer. No person chooses a login or an address of GitHub.
 */
function isEcho({ request: { method }, line }: Exchange, { played: { applied } }: Judged): boolean {
  const server = line.includes(' github/') ? ' github/' : ' service/';
  return applied.some(({ how, note, mutation: { place } }) => {
    if (how !== 'has a secret') return false;
    if (place.kind !== 'input' && /^\S*(login|_url): /.test(note)) return true;
    const isSaid =
      place.kind === 'answer'
        ? place.line.includes(server)
        : place.kind !== 'input' && server === ' github/';
    return method === 'GET' && isSaid;
  });
}

function problemsAtGitHub({ url, method, body = '' }: HttpRequest, by: Process): string[] {
  const isWrite = method !== 'GET';
  const hasKey = partsIn(`${decoded(url.href)}\n${body}`, by, KEYS).length > 0;
  return [
    ...(hasKey ? ['a part of the API key'] : []),
    ...(partsIn(body, by, [TOKEN]).length > 0 ? ['a part of the token in its text'] : []),
    ...(isWrite && !isOwnRepository(url, by) ? ['a write to another repository'] : []),
  ];
}

function problemsAtService({ url, body }: HttpRequest, by: Process): string[] {
  const text = fieldOf(body, 'prompt');
  const isToken = (isPlain(by) ? `${url.href} ${text}` : text).includes(TOKEN);
  return [
    ...(isToken && secretsOf(by.env).includes(TOKEN) ? ['the token'] : []),
    ...(isPlain(by) && !SERVICE_PATHS.test(url.pathname) ? ['another address of the service'] : []),
  ];
}

const SERVICE_PATHS =
  /^\/v2\/agent\/p1\/job(\/[^/]+(\/message)?)?$|^\/v1\/analytics\/p1\/visitors$/;

/** The inputs that are part of the service's addresses are the usual ones. */
const isPlain = ({ env }: Process) =>
  inputOf(env, 'base-url') === 'https://agent.example' && inputOf(env, 'project-id') === 'p1';

/** Whether an address is below the repository of the workflow. */
function isOwnRepository({ pathname }: URL, { env }: Process): boolean {
  const base =
    URL.parse(env.GITHUB_API_URL || 'https://api.github.com')?.pathname.replace(/\/+$/, '') ?? '';
  const [owner = '', repo = ''] = (env.GITHUB_REPOSITORY ?? '').split('/');
  const names = [
    `repos/${encodeURIComponent(owner)}/${encodeURIComponent(repo)}/`,
    `repositories/${env.GITHUB_REPOSITORY_ID}/`,
  ];
  return names.some((name) => pathname.startsWith(`${base}/${name}`));
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

/** The hosts that a process may send requests to. */
const hostsOf = (
  env: Env,
): { readonly github: string | undefined; readonly service: string | undefined } => ({
  github: URL.parse(env.GITHUB_API_URL || 'https://api.github.com')?.host,
  service: URL.parse(inputOf(env, 'base-url'))?.host,
});
