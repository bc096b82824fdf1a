import { LAST_WORD, WORDS_OF } from '../answer-changes.ts';
import type { Judged, Rule } from '../play.ts';

/** What only a bug says. */
const OF_A_BUG =
  /\bundefined\b|\[object |\bNaN\b|\bInfinity\b|Invalid Date|Cannot read|is not a function/;
/** A command of the runner. */
const COMMAND = /::|##\[/;
/** Parts of hostile texts that would have an effect in Markdown. */
const LIVE = /<img src=fuzz|@fuzz-team|\]\(https:\/\/live/;

/**
 * The words of GitHub's errors are shown nowhere, and of those of the service, only the first ones.
 */
const ERROR_WORDS = new RegExp(`${WORDS_OF.github}|${LAST_WORD}`);
/** What the service says about the key is shown in log and summary only. */
const KEY_WORDS = new RegExp(`${WORDS_OF.service}40[13]\\b`);
/** Two changes of one answer may give such words another status, with which they may be shown. */
const isAboutKey = ({ played: { arrived } }: Judged) =>
  [...arrived.values()].some((status) => status === 401 || status === 403);

/**
 * Nothing remote has an effect where it is shown, and nothing that is shown comes from a value that
 * is not there.
 */
export const shownTexts: Rule = (judged) => {
  const { world } = judged.played;
  const isNew = (text: string) => !judged.isKnown(text);
  const results = world.processes.flatMap(({ result }) => result ?? []);
  const logged = results.flatMap(({ log }) => log.map(({ text }) => text)).filter(isNew);
  const commented = world.github.repository.comments
    .filter(({ author, body }) => author.login === 'github-actions[bot]' && isNew(body))
    .map(({ body }) => body);
  const published = [...results.map(({ summary }) => summary).filter(isNew), ...commented];
  const all = [...logged, ...published];
  return [
    ...logged
      .filter((text) => COMMAND.test(text))
      .map((text) => `a line of the log has a command: ${text}`),
    ...all.flatMap((text) => {
      const { 0: found, index = 0 } = OF_A_BUG.exec(text) ?? {};
      // a service may call a job so
      const isBug = found !== undefined && !results.some(({ outputs }) => outputs.jobId === found);
      return isBug ? [`a text says “${text.slice(Math.max(0, index - 60), index + 60)}”`] : [];
    }),
    ...all
      .filter((text) => ERROR_WORDS.test(text))
      .map((text) => `words of an error are shown: ${text}`),
    ...commented
      .filter((text) => KEY_WORDS.test(text) && isAboutKey(judged))
      .map((text) => `a comment repeats what the service says about the key: ${text}`),
    ...published.flatMap((text) => {
      const [found] = LIVE.exec(withoutCode(text)) ?? [];
      return found === undefined
        ? []
        : [`a text has a live part: “${found}” in ${text.slice(0, 300)}`];
    }),
  ];
};

/** Markdown without fenced code and code spans. */
const withoutCode = (text: string): string =>
  text
    .replace(/^ *(`{3,}|~{3,})[^\n]*\n[\s\S]*?^ *\1/gm, '')
    .replace(/(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g, '');
