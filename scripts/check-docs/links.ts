import { posix } from 'node:path';
import GithubSlugger from 'github-slugger';
import type { Nodes } from 'mdast';
import { toString as textOf } from 'mdast-util-to-string';
import { visit } from 'unist-util-visit';
import type { Finding } from './finding.ts';
import { lineOf, type Page } from './page.ts';

/**
 * Finds links to files, headings and hosts that cannot work. Addresses of other sites are not fetched, but must be well-formed `https`.
 * @param exists Whether a path, relative to the repository, is a file or folder.
 */
export function brokenLinks(pages: readonly Page[], exists: (path: string) => boolean): Finding[] {
  const anchors = new Map(pages.map((page) => [page.path, anchorsOf(page)]));

  const problemOf = (from: string, target: string): string | undefined => {
    if (/^[a-z][a-z\d+.-]*:/i.test(target)) return problemOfAddress(target);
    const [, file = '', anchor] = /^([^?#]*)(?:\?[^#]*)?(?:#(.*))?$/.exec(target) ?? [];
    const path = file === '' ? from : pathOf(from, file);
    if (path.startsWith('..')) return 'leaves the repository';
    if (!exists(path)) return 'names no file';
    if (anchor === undefined || !path.endsWith('.md')) return undefined;
    return anchors.get(path)?.has(decodeURIComponent(anchor)) ? undefined : `names no heading of ${path}`;
  };

  return pages.flatMap((page) =>
    linksOf(page).flatMap(({ target, line }) => {
      const problem = problemOf(page.path, target);
      return problem === undefined ? [] : [{ path: page.path, line, problem: `link ${target} ${problem}` }];
    }),
  );
}

/** A path that begins with `/` starts at the repository, as on GitHub. */
function pathOf(from: string, file: string): string {
  const folder = file.startsWith('/') ? '.' : posix.dirname(from);
  return posix.join(folder, decodeURIComponent(file));
}

function problemOfAddress(address: string): string | undefined {
  if (address.startsWith('mailto:')) return undefined;
  if (!URL.canParse(address)) return 'is malformed';
  const { protocol, hostname } = new URL(address);
  if (protocol !== 'https:') return 'is not https';
  return /^[a-z\d-]+(\.[a-z\d-]+)+$/.test(hostname) ? undefined : 'has no host name';
}

interface Link {
  readonly target: string;
  readonly line: number;
}

function linksOf({ tree }: Page): Link[] {
  const links: Link[] = [];
  visit(tree, (node) => {
    const targets =
      'url' in node ? [node.url] : node.type === 'html' ? targetsInHtml(node.value) : undefinedReference(node);
    for (const target of targets) links.push({ target, line: lineOf(node) });
  });
  return links;
}

/** Markdown shows a reference without a definition as text: `[text][name]`. */
function undefinedReference(node: Nodes): string[] {
  if (node.type !== 'text') return [];
  return [...node.value.matchAll(/\]\[([^\]]+)\]/g)].map(([, name = '']) => `#[${name}]`);
}

/** The values of `href`, `src` and `srcset`; a `srcset` has sizes after its addresses. */
function targetsInHtml(html: string): string[] {
  return [...html.matchAll(/\b(?:href|src|srcset)="([^"]*)"/g)].flatMap(([, value = '']) =>
    value.split(',').flatMap((target) => target.trim().split(/\s+/).slice(0, 1)),
  );
}

/** The anchors that GitHub gives to headings, and those that the page sets itself. */
function anchorsOf({ tree }: Page): Set<string> {
  const slugger = new GithubSlugger();
  const anchors = new Set<string>();
  visit(tree, (node) => {
    if (node.type === 'heading') anchors.add(slugger.slug(textOf(node)));
    if (node.type !== 'html') return;
    for (const [, name = ''] of node.value.matchAll(/\b(?:id|name)="([^"]*)"/g)) anchors.add(name);
  });
  return anchors;
}
