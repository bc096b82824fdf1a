import type { Inputs } from '../inputs/inputs.ts';
import { createPathFilter } from '../text/glob.ts';
import type { Question, Readers, Search } from './readers.ts';
import { isPrivatePath, type StrangersText } from './texts.ts';

/** What failed readers most. */
export type Ranking = ReturnType<typeof rank>;
export type PageGap = Ranking['pages'][number];
export type TopicGap = Ranking['topics'][number];
/** A frequent unanswered question of a page or topic. `count`: its conversations there. */
export type FrequentQuestion = PageGap['questions'][number];

/** Votes for a page that are added to its own, so that few signs against it do not outweigh many visitors. */
const ASSUMED_UP = 10;
/** A search leads nowhere if fewer of it than this share end with a click. */
const FEW_CLICKS = 0.25;
/** On how many days a question is asked that is frequent. */
const MIN_DAYS = 2;
const MAX_QUESTIONS = 3;

interface Signs {
  /** By the service; undefined if it is not known. */
  readonly visitors: number | undefined;
  readonly thumbsDown: number;
  readonly thumbsUp: number;
  /** Conversations that began there. */
  readonly unanswered: number;
}

/** Votes against a page, and unanswered questions that began there. */
const signsAgainst = ({ thumbsDown, unanswered }: Signs): number => thumbsDown + unanswered;

/** About how many visitors a page fails, if they are like those who vote and ask. At least these have visited it. */
function scoreOf(page: Signs): number {
  const signs = signsAgainst(page) + page.thumbsUp;
  const score = (Math.max(page.visitors ?? 0, signs) * signsAgainst(page)) / (signs + ASSUMED_UP);
  return Math.round(score * 10) / 10;
}

/** The worst pages by score, and topics by failures, in both cases with at least `minCount` signs against them. Equal ones are in order of their names. */
export function rank(readers: Readers, { top, minCount, paths }: Pick<Inputs, 'top' | 'minCount' | 'paths'>) {
  const isSelected = createPathFilter(paths);
  const unanswered = readers.questions.rows.filter(isUnanswered);
  const frequent = [...Map.groupBy(unanswered, ({ text }) => text)].filter(([, group]) => isFrequent(group, minCount));
  const texts = new Set(frequent.map(([text]) => text));
  const pages = pagesOf(readers, unanswered, texts).filter(
    (page) => isSelected(page.path.slice(1)) && signsAgainst(page) >= minCount,
  );
  const isPercent = readers.searches.rows.some(({ ctr }) => ctr > 1);
  const topics = [
    ...searchesOf(readers.searches.rows, minCount, isPercent ? 100 : 1),
    ...categoriesOf(readers.questions.rows, minCount, texts),
  ];
  const shown = {
    pages: pages.filter(({ path }) => !isPrivatePath(path)),
    topics: topics.flatMap(({ text: { shown: text }, ...topic }) => (text === null ? [] : [{ ...topic, text }])),
    texts: frequent.filter(([{ shown }]) => shown !== null),
  };
  return {
    pages: shown.pages.sort((a, b) => b.score - a.score || compare(a.path, b.path)).slice(0, top),
    topics: shown.topics.sort((a, b) => b.failed - a.failed || compare(a.text, b.text)).slice(0, top),
    /** Pages, topics and questions that would be shown, if they could not name a person or contain a secret. */
    hidden:
      pages.length + topics.length + frequent.length - shown.pages.length - shown.topics.length - shown.texts.length,
    /** The service gives click rates from 0 to 100 instead of 0 to 1. */
    isPercent,
  };
}

/** All pages with votes or unanswered questions. */
function pagesOf({ feedback, visitors }: Readers, unanswered: readonly Question[], frequent: Texts) {
  const votes = Map.groupBy(feedback.rows, ({ path }) => path);
  const asked = Map.groupBy(unanswered, ({ path }) => path);
  return [...new Set([...votes.keys(), ...asked.keys()])].flatMap((path) => {
    if (path === undefined) return [];
    const [onPage, questions] = [votes.get(path) ?? [], asked.get(path) ?? []];
    const signs = {
      visitors: visitors.byPath.get(path),
      thumbsDown: sum(onPage.map(({ thumbsDown }) => thumbsDown)),
      thumbsUp: sum(onPage.map(({ thumbsUp }) => thumbsUp)),
      unanswered: distinct(questions, 'id'),
    };
    return [{ path, score: scoreOf(signs), ...signs, questions: frequentIn(questions, frequent) }];
  });
}

/** `failed` of `total` searches without a click, or conversations with an unanswered question. */
interface Topic {
  readonly kind: 'search' | 'questions';
  /** What was searched for, or the category; empty for questions without a category. */
  readonly text: StrangersText;
  readonly failed: number;
  readonly total: number;
  readonly questions: ReturnType<typeof frequentIn>;
}

/** Searches that lead nowhere. @param all the click rate of a search that always ends with a click. */
function searchesOf(rows: readonly Search[], minCount: number, all: 1 | 100): Topic[] {
  const bySpelling = new Map(rows.map((row) => [row.spelling, row])); // pages of a list may overlap
  return [...Map.groupBy(bySpelling.values(), ({ text }) => text)].flatMap(([text, group]) => {
    const total = sum(group.map(({ hits }) => hits));
    const clicks = Math.min(total, sum(group.map(({ hits, ctr }) => (hits * ctr) / all)));
    const leadsNowhere = total >= minCount && clicks < total * FEW_CLICKS;
    return leadsNowhere && text.shown !== ''
      ? [{ kind: 'search', text, failed: total - clicks, total, questions: [] }]
      : [];
  });
}

/** Categories with frequent unanswered questions. */
function categoriesOf(rows: readonly Question[], minCount: number, frequent: Texts): Topic[] {
  return [...Map.groupBy(rows, ({ category }) => category)].flatMap(([text, group]) => {
    const failed = group.filter(isUnanswered);
    if (!isFrequent(failed, minCount)) return [];
    const [asked, total] = [distinct(failed, 'id'), distinct(group, 'id')];
    return [{ kind: 'questions', text, failed: asked, total, questions: frequentIn(failed, frequent) }];
  });
}

/** The most frequent questions of a page or category that were asked there more than once. */
function frequentIn(rows: readonly Question[], frequent: Texts) {
  return [...Map.groupBy(rows, ({ text }) => text)]
    .map(([text, group]) => ({ text: (frequent.has(text) && text.shown) || '', count: distinct(group, 'id') }))
    .filter(({ text, count }) => text !== '' && count > 1)
    .sort((a, b) => b.count - a.count || compare(a.text, b.text))
    .slice(0, MAX_QUESTIONS);
}

/** Texts of frequent questions. */
type Texts = ReadonlySet<StrangersText>;

const isUnanswered = ({ isAnswered }: Question): boolean => !isAnswered;

const distinct = (rows: readonly Question[], field: 'id' | 'day'): number =>
  new Set(rows.map((row) => row[field])).size;

const isFrequent = (rows: readonly Question[], minCount: number): boolean =>
  distinct(rows, 'id') >= minCount && distinct(rows, 'day') >= MIN_DAYS;

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other));
