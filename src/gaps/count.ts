import { hashOf } from '../thread/marker.ts';
import type { PageFeedback, Question, Search } from './answers.ts';
import { isPrivatePath, readText, type StrangersText } from './texts.ts';

/** How many different texts are told apart, and how many different pages. */
const MAX_DISTINCT = 20_000;
/** The text of a question needs so many days. */
const MIN_DAYS = 2;

/** A text of strangers, or the path of a page: null as long as it is not frequent, and if it may name a person or contain a secret. */
type Shown = string | null;

/** A page, with its unanswered questions. */
export interface PageCount {
  readonly path: Shown;
  readonly thumbsUp: number;
  readonly thumbsDown: number;
  /** Conversations. */
  readonly unanswered: number;
  readonly questions: readonly FrequentQuestion[];
}

/** The questions of one category, in conversations. */
export interface CategoryCount {
  /** Empty for questions without a category. */
  readonly text: Shown;
  readonly isFrequent: boolean;
  readonly asked: number;
  readonly unanswered: number;
  readonly questions: readonly FrequentQuestion[];
}

/** A frequent unanswered question of a page or category. `count`: its conversations there. */
export interface FrequentQuestion {
  readonly text: string;
  readonly count: number;
}

/** `clicks`: at most `hits`. */
export interface SearchCount {
  readonly text: Shown;
  readonly hits: number;
  readonly clicks: number;
}

export interface Counts {
  readonly pages: readonly PageCount[];
  readonly categories: readonly CategoryCount[];
  readonly searches: readonly SearchCount[];
  /** The service gives click rates from 0 to 100 instead of 0 to 1. */
  readonly isPercent: boolean;
  /** Frequent questions that may name a person or contain a secret. */
  readonly hidden: number;
  /** Rows whose text or page is one too many to be told apart. */
  readonly others: number;
}

/** A text that is counted in conversations. It is kept only once it is frequent. */
interface Asked {
  text: Shown;
  readonly conversations: Set<string>;
  readonly days: Set<string>;
}

/** The conversations of each question in a page or category. */
type Questions = Map<Asked, Set<string>>;

/** Counts what readers do. @param minCount how often a text must occur to be frequent. */
export function createCounter(minCount: number) {
  const texts = { left: MAX_DISTINCT, refused: 0 };
  const paths = { left: MAX_DISTINCT, refused: 0 };
  const asked = (): Asked => ({ text: null, conversations: new Set(), days: new Set() });
  const questions = createTable(texts, asked);
  const categories = createTable(texts, () => ({ ...asked(), all: new Set<string>(), questions: newQuestions() }));
  const spellings = createTable(texts, () => ({ isCounted: false }));
  const searches = createTable(
    { left: MAX_DISTINCT, refused: 0 },
    (): { text: Shown; hits: number; rates: number } => ({ text: null, hits: 0, rates: 0 }),
  );
  const pages = createTable(paths, (path) => ({
    ...{ path: isPrivatePath(path) ? null : path, thumbsUp: 0, thumbsDown: 0 },
    ...{ conversations: new Set<string>(), questions: newQuestions() },
  }));
  let highestRate = 0;

  const isFrequent = ({ conversations, days }: Asked) => conversations.size >= minCount && days.size >= MIN_DAYS;

  function ask(entry: Asked, { id, day }: Question, { shown }: Pick<StrangersText, 'shown'>): void {
    entry.conversations.add(id);
    if (day) entry.days.add(day);
    if (isFrequent(entry)) entry.text ??= shown;
  }

  return {
    addFeedback({ path, thumbsUp, thumbsDown }: PageFeedback): void {
      const page = pages.find(path);
      if (!page) return;
      page.thumbsUp += thumbsUp;
      page.thumbsDown += thumbsDown;
    },
    addQuestion(row: Question): void {
      const name = row.category === null ? NO_CATEGORY : readText(row.category);
      const category = categories.find(name.hash);
      category?.all.add(row.id);
      if (row.isAnswered) return;
      if (category) ask(category, row, name);
      const page = row.path === undefined ? undefined : pages.find(row.path);
      page?.conversations.add(row.id);
      const text = readText(row.query);
      const question = questions.find(text.hash);
      if (!question) return;
      ask(question, row, text);
      for (const group of [page, category]) if (group) addTo(group.questions, question, row.id);
    },
    addSearch({ searchQuery, hits, ctr }: Search): void {
      highestRate = Math.max(highestRate, ctr);
      const spelling = spellings.find(hashOf(searchQuery, 'search'));
      if (!spelling || spelling.isCounted) return; // pages of a list may overlap
      spelling.isCounted = true;
      const { hash, shown } = readText(searchQuery);
      const search = searches.find(hash);
      if (!search) return;
      search.hits += hits;
      search.rates += hits * ctr;
      if (search.hits >= minCount) search.text ??= shown;
    },
    counts(): Counts {
      const isPercent = highestRate > 1;
      return {
        pages: pages.all().map(({ conversations, ...page }) => ({
          ...{ ...page, unanswered: conversations.size, questions: frequentOf(page.questions) },
        })),
        categories: categories.all().map((category) => ({
          ...{ text: category.text, isFrequent: isFrequent(category), asked: category.all.size },
          ...{ unanswered: category.conversations.size, questions: frequentOf(category.questions) },
        })),
        searches: searches.all().map(({ text, hits, rates }) => ({
          ...{ text, hits, clicks: Math.min(hits, isPercent ? rates / 100 : rates) },
        })),
        isPercent,
        hidden: questions.all().filter((each) => isFrequent(each) && each.text === null).length,
        others: texts.refused + paths.refused,
      };
    },
  };
}

const NO_CATEGORY: StrangersText = { hash: '', shown: '' };

const newQuestions = (): Questions => new Map();

function addTo(questions: Questions, question: Asked, id: string): void {
  const ids = questions.get(question) ?? new Set();
  questions.set(question, ids.add(id));
}

const frequentOf = (questions: Questions): FrequentQuestion[] =>
  [...questions].flatMap(([{ text }, { size }]) => (text === null ? [] : [{ text, count: size }]));

/** Entries by key, created when they are needed first. @param room how many more there may be, in all tables that share it. */
function createTable<Entry>(room: { left: number; refused: number }, create: (key: string) => Entry) {
  const entries = new Map<string, Entry>();
  return {
    all: () => [...entries.values()],
    /** Undefined if there is no room for another one. */
    find(key: string): Entry | undefined {
      const known = entries.get(key);
      if (known) return known;
      if (room.left === 0) {
        room.refused += 1;
        return undefined;
      }
      room.left -= 1;
      const entry = create(key);
      entries.set(key, entry);
      return entry;
    },
  };
}
