/** `npm run -s release-notes -- v1.2.3`: prints the notes of a release, cut from CHANGELOG.md, or says what keeps the tag from release. */
import { readFileSync } from 'node:fs';

/**
 * The section of `## <version> (<date>)`, without its heading.
 * @throws if the tag is not `v` and the version of package.json, or the section is missing, has no date or is empty
 */
export function releaseNotes(changelog: string, tag: string, version: string): string {
  if (tag !== `v${version}`) throw new Error(`The tag is ${tag}, but package.json has version ${version}.`);
  const [, ...sections] = `\n${changelog}`.split(/\n## /);
  const section = sections.find((text) => text.startsWith(`${version} `) || text.startsWith(`${version}\n`));
  if (section === undefined) throw new Error(`CHANGELOG.md has no section "## ${version} (<date>)".`);
  const [heading = '', ...lines] = section.split('\n');
  if (!/ \(\d{4}-\d{2}-\d{2}\)$/.test(heading)) {
    throw new Error(`CHANGELOG.md: "## ${heading}" must end with the date of the release, like (2026-12-31).`);
  }
  const notes = lines.join('\n').trim();
  if (notes === '') throw new Error(`CHANGELOG.md says nothing about ${version}.`);
  return `${notes}\n`;
}

if (import.meta.main) {
  const { version }: { version: string } = JSON.parse(readFileSync('package.json', 'utf8'));
  try {
    process.stdout.write(releaseNotes(readFileSync('CHANGELOG.md', 'utf8'), process.argv[2] ?? '', version));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
