import { brokenCommands } from './commands.ts';
import type { Finding } from './finding.ts';
import { brokenLinks } from './links.ts';
import { unknownInputs, unmentionedNames } from './names.ts';
import { type Prose, proseOf } from './page.ts';
import type { Project } from './project.ts';
import { longSentences } from './sentences.ts';
import { type IsWord, misspellings } from './spelling.ts';
import { otherVersions } from './versions.ts';
import { avoidedWords } from './wording.ts';
import { yamlProse } from './yaml-prose.ts';

/** Shows the action's messages, but explains no name. */
const MESSAGES = 'docs/messages.md';

/** Runs all checks; empty if the texts are right. */
export function findMistakes(project: Project, isWord: IsWord): Finding[] {
  const { pages, names, commands, literals, texts } = project;
  const readme = pages.filter(({ path }) => path === 'README.md');
  const written = writtenProse(project);
  return [
    ...brokenLinks(pages, commands.exists),
    ...brokenCommands(pages, commands),
    ...unmentionedNames(
      pages.filter(({ path }) => path !== MESSAGES),
      names,
    ),
    ...unknownInputs(pages, names),
    ...readme.flatMap(longSentences),
    // The demo's literals are left out: they contain source code, and people who hide text.
    ...misspellings([...written, ...literals.filter(({ path }) => path.startsWith('src/'))], isWord),
    ...avoidedWords([...written, ...literals]),
    ...otherVersions(texts, project.name, project.version),
  ];
}

function writtenProse({ pages, texts }: Project): Prose[] {
  const yaml = [...texts].filter(([path]) => path.endsWith('.yml'));
  return [...pages.flatMap(proseOf), ...yaml.flatMap(([path, text]) => yamlProse(path, text))];
}
