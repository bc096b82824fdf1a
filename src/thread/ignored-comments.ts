/** A comment with a marker that is malformed or not signed for it. The action ignores it. */
export interface IgnoredComment {
  readonly url: string;
  /** `it is malformed`: the end of a sentence. */
  readonly why: string;
}

/** One warning per reason, for any number of comments. A comment that was read several times counts once. */
export function warningsAbout(ignored: readonly IgnoredComment[]): string[] {
  const urlsByReason = new Map<string, Set<string>>();
  for (const { url, why } of ignored) urlsByReason.set(why, (urlsByReason.get(why) ?? new Set()).add(url));
  return [...urlsByReason].map(([why, urls]) => {
    const [first] = urls;
    return urls.size === 1
      ? `A status comment is ignored because ${why}: ${first}`
      : `${urls.size} status comments are ignored, each because ${why}: ${first}, …`;
  });
}
