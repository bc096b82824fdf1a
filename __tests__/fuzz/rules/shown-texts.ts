import { LAST_WORD, WORDS_OF } from '../answer-changes.ts';
import type { Judged, Rule } from '../play.ts';

/** What only a bug says. */
const OF_A_BUG = /\bundefined\b|\[object |\bNaN\b|\bInfinity\b|Invalid Date|Cannot read|is not a function/;
/** A command of the runner. */
const COMMAND = /::|##\[/;
/** Parts of hostile texts that would have an effect in Markdown. */
const LIVE = /<img src=fuzz|@fuzz-team|\]\(https:\/\/live/;

/** The words of GitHub's errors are shown nowhere, and of those of the service, only the first ones. */
const ERROR_WORDS = new RegExp(`${WORDS_OF.github}|${LAST_WORD}`);
/** What the service says about the key is shown in log and summary only. */
const KEY_WORDS = new RegExp(`${WORDS_OF.service}40[13]\\b`);
/** Two changes of one answer may give such words another status, with which they may be shown. */
const isAboutKey = ({ played: { arrived } }: Judged) =>
  [...arrived.values()].some((status) => status === 401 || status === 403);

/** A service may call a job so. */
const isJobId = (word: string, { played }: Judged) =>
  played.world.processes.some(({ result }) => result?.outputs.jobId === word);

/** Nothing remote has an effect where it is shown, and nothing that is shown comes from a value that is not there. */
export const shownTexts: Rule = (judged) => [
  ...logged(judged)
    .filter((text) => COMMAND.test(text))
    .map((text) => `a line of the log has a command: ${text}`),
  ...[...logged(judged), ...published(judged)].flatMap((text) => {
    const found = OF_A_BUG.exec(text);
    return found && !isJobId(found[0], judged)
      ? [`a text says “${text.slice(Math.max(0, found.index - 60), found.index + 60)}”`]
      : [];
  }),
  ...[...logged(judged), ...published(judged)]
    .filter((text) => ERROR_WORDS.test(text))
    .map((text) => `words of an error are shown: ${text}`),
  ...comments(judged)
    .filter((text) => KEY_WORDS.test(text) && isAboutKey(judged))
    .map((text) => `a comment repeats what the service says about the key: ${text}`),
  ...published(judged).flatMap((text) => {
    const found = LIVE.exec(withoutCode(text));
    return found ? [`a text has a live part: “${found[0]}” in ${text.slice(0, 300)}`] : [];
  }),
];

/** New lines of the logs. */
const logged = ({ played, isKnown }: Judged): string[] =>
  played.world.processes
    .flatMap(({ result }) => result?.log ?? [])
    .map(({ text }) => text)
    .filter((text) => !isKnown(text));

/** New comments of the action. */
const comments = ({ played: { world }, isKnown }: Judged): string[] =>
  world.github.repository.comments
    .filter(({ author }) => author.login === 'github-actions[bot]')
    .map(({ body }) => body)
    .filter((text) => !isKnown(text));

/** New summaries and comments of the action. */
const published = (judged: Judged): string[] => [
  ...judged.played.world.processes.map(({ result }) => result?.summary ?? '').filter((text) => !judged.isKnown(text)),
  ...comments(judged),
];

/** Markdown without fenced code and code spans. */
const withoutCode = (text: string): string =>
  text.replace(/^ *(`{3,}|~{3,})[^\n]*\n[\s\S]*?^ *\1/gm, '').replace(/(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g, '');
