/**
 * Reads a list page by page. If a row is deleted meanwhile, or moves to the first page as it is
 * edited, later rows move up, and one may be missed.
 * @param isEnough whether so many pages are enough. @returns the last page that was read.
 */
export async function readPages<Page extends { readonly hasMore: boolean }>(
  readPage: (page: number) => Promise<Page>,
  isEnough: (pages: number) => boolean,
): Promise<Page> {
  for (let pages = 1; ; pages++) {
    const page = await readPage(pages);
    if (!page.hasMore || isEnough(pages)) return page;
  }
}

/**
 * Whether a page follows, by the header `link`. Without it, a full page may have one: a proxy may
 * have removed it.
 */
export const hasNextPage = (link: string | undefined, isFull: boolean): boolean =>
  link === undefined ? isFull : /rel="next"/.test(link);
