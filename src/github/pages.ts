/**
 * Reads a list by page, and then its pages again, back to the first. What is created or edited meanwhile moves rows to later pages or to the
 * first one, and what is deleted moves the rows after it to the page before: what one of them hides is on a page that is read later.
 * @param isEnough whether so many pages are enough; for one page, whether the time for reading is over.
 * @returns the last page of the list that was read, and the page that was read last.
 */
export async function readPages<Page extends { readonly hasMore: boolean }>(
  readPage: (page: number) => Promise<Page>,
  isEnough: (pages: number) => boolean,
): Promise<{ readonly farthest: Page; readonly latest: Page }> {
  let farthest = await readPage(1);
  let pages = 1;
  for (; farthest.hasMore && !isEnough(pages); pages++) farthest = await readPage(pages + 1);
  let latest = farthest;
  for (let page = pages - 1; page > 0 && !isEnough(1); page--) latest = await readPage(page);
  return { farthest, latest };
}
