import type { CategoryCount, Counts, FrequentQuestion, PageCount, SearchCount } from './count.ts';

/** A page that failed its readers. */
export interface PageGap extends PageCount {
  readonly path: string;
  /** By the service; undefined if it is not known. */
  readonly visitors: number | undefined;
  readonly score: number;
}

/** `failed` of `total` searches without a click, or conversations with an unanswered question. */
export interface TopicGap {
  readonly kind: 'search' | 'questions';
  /** Untrusted: what was searched for, or the category; empty for questions without a category. */
  readonly text: string;
  readonly failed: number;
  readonly total: number;
  readonly questions: readonly FrequentQuestion[];
}

export interface Ranking {
  readonly pages: readonly PageGap[];
  readonly topics: readonly TopicGap[];
  /** Pages, topics and questions that would be shown, if they could not name a person or contain a secret. */
  readonly hidden: number;
}

interface RankingRules {
  readonly top: number;
  readonly minCount: number;
  /** By path; empty if the visitors could not be read. */
  readonly visitors: ReadonlyMap<string, number>;
  readonly isSelected: (path: string) => boolean;
}

/** Votes for a page that are added to its own, so that few signs against it do not outweigh many visitors. */
const ASSUMED_UP = 10;
/** A search leads nowhere if fewer of it than this share end with a click. */
const FEW_CLICKS = 0.25;
const MAX_QUESTIONS = 3;

type Signs = Pick<PageGap, 'thumbsUp' | 'thumbsDown' | 'unanswered' | 'visitors'>;

/** Votes against a page, and unanswered questions that began there. */
const signsAgainst = ({ thumbsDown, unanswered }: Signs): number => thumbsDown + unanswered;

/** About how many visitors a page fails, if they are like those who vote and ask. At least these have visited it. */
export function scoreOf(page: Signs): number {
  const signs = signsAgainst(page) + page.thumbsUp;
  const score = (Math.max(page.visitors ?? 0, signs) * signsAgainst(page)) / (signs + ASSUMED_UP);
  return Math.round(score * 10) / 10;
}

/** The worst pages by score, and topics by failures, in both cases with at least `minCount` signs against them. Equal ones are in order of their names. */
export function rank(counts: Counts, { top, minCount, visitors, isSelected }: RankingRules): Ranking {
  const pages = counts.pages
    .filter(({ path }) => path === null || isSelected(path))
    .map((page) => ({ ...page, visitors: visitors.get(page.path ?? '') }))
    .filter((page) => signsAgainst(page) >= minCount);
  const topics = [
    ...counts.searches.filter(({ hits, clicks }) => hits >= minCount && clicks < hits * FEW_CLICKS).map(ofSearch),
    ...counts.categories.filter(({ isFrequent }) => isFrequent).map(ofCategory),
  ];
  const ranked = {
    pages: pages.flatMap(({ path, ...page }): PageGap[] =>
      path === null ? [] : [{ path, score: scoreOf(page), ...page, questions: firstOf(page.questions) }],
    ),
    topics: topics.flatMap(({ text, ...topic }): TopicGap[] => (text === null ? [] : [{ ...topic, text }])),
  };
  return {
    pages: ranked.pages.sort((a, b) => b.score - a.score || compare(a.path, b.path)).slice(0, top),
    topics: ranked.topics.sort((a, b) => b.failed - a.failed || compare(a.text, b.text)).slice(0, top),
    hidden: counts.hidden + pages.length - ranked.pages.length + topics.length - ranked.topics.length,
  };
}

const ofSearch = ({ text, hits, clicks }: SearchCount) =>
  ({ kind: 'search', text, failed: hits - clicks, total: hits, questions: [] }) as const;

const ofCategory = ({ text, unanswered, asked, questions }: CategoryCount) =>
  ({ kind: 'questions', text, failed: unanswered, total: asked, questions: firstOf(questions) }) as const;

/** Those of a page or category that were asked there more than once. */
const firstOf = (questions: readonly FrequentQuestion[]): FrequentQuestion[] =>
  questions
    .filter(({ count }) => count > 1)
    .toSorted((a, b) => b.count - a.count || compare(a.text, b.text))
    .slice(0, MAX_QUESTIONS);

const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other));
