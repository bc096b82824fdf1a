import { sanitize } from '../../src/sanitize/index.ts';
import { textOnPage } from './github-page.ts';
import type { Renderer } from './renderer.ts';

/** What is wrong with one sanitized text: words of its sentences, by what happened to them. */
export interface Difference {
  /** Not on the page of the text, but in the sanitized text. */
  readonly leaked: readonly string[];
  /** On the page of the text, but not in the sanitized text. */
  readonly lost: readonly string[];
  /** In the sanitized text, but not on its page. */
  readonly buried: readonly string[];
}

const SENTENCE = /c\d+x/g;

/** Compares each text with its sanitized form, on the pages that GitHub makes of both. */
export async function compare(renderer: Renderer, texts: readonly string[]): Promise<Difference[]> {
  const sanitized = texts.map((text) => sanitize(text).text);
  const renderings = texts.flatMap((text, index) => [text, sanitized[index] ?? '']);
  const html = await renderer.render(renderings);
  return texts.map((text, index) => {
    const [page = '', after = ''] = html.slice(2 * index, 2 * index + 2);
    return differenceOf(text, sanitized[index] ?? '', { page, after });
  });
}

interface Pages {
  readonly page: string;
  readonly after: string;
}

function differenceOf(text: string, left: string, { page, after }: Pages): Difference {
  const words = text.match(SENTENCE) ?? [];
  const seen = textOnPage(page);
  const seenAfter = left === text ? seen : textOnPage(after);
  return {
    leaked: words.filter((word) => left.includes(word) && !seen.includes(word)),
    lost: words.filter((word) => !left.includes(word) && seen.includes(word)),
    buried: words.filter(
      (word) => left.includes(word) && seen.includes(word) && !seenAfter.includes(word),
    ),
  };
}
