import { type Finding, lineAt } from './finding.ts';
import type { Prose } from './page.ts';

/** Words that nothing for users contains, and what to do instead. A space also matches a line break. */
const AVOIDED: Readonly<Record<string, string>> = {
  'whoever|whomever': 'name the person: "the requester"',
  somebody: 'name the person: "the requester", "an account"',
  nobody: 'name who does not: "no account", "no run"',
  '(?:is|are|was|were|be|been) told': 'say who reports what',
  'of which': 'write two sentences',
  '(?:goes|go|went|going) by': 'say which rule applies',
  'what stands (?:below|above)': 'name the section',
  'but for': 'write "except"',
  'budgets?': 'write "timeout"',
  'time-outs?': 'write "timeout"',
};

/** British spellings that are no words for the spelling checker either, for texts that it does not read. */
const BRITISH = [
  '(?:un)?label(?:led|ling)',
  '(?:behavi|col|fav|hon|neighb)our\\w*',
  '(?:analy|paraly)s(?:e[ds]?|ing)',
  '(?:authori|initiali|minimi|normali|optimi|organi|prioriti|recogni|saniti|seriali|summari|synchroni)s(?:e[drs]?|ing|ation)',
  'catalogue[ds]?|centre[ds]?|defence|grey|licence|whilst|amongst|artefacts?|programmes?',
  '(?:model|signal|travel|total|marshal)l(?:ed|ing)',
];

/** Finds words and phrases that this project does not use, whichever their capitals. */
export function avoidedWords(prose: readonly Prose[]): Finding[] {
  const rules = [
    ...Object.entries(AVOIDED).map(([words, instead]) => ({ pattern: patternOf(words), instead })),
    { pattern: patternOf(BRITISH.join('|')), instead: 'use the American spelling' },
  ];
  return prose.flatMap(({ path, line, text }) =>
    rules.flatMap(({ pattern, instead }) =>
      [...text.matchAll(pattern)].map(({ index, 0: word }) => ({
        path,
        line: line + lineAt(text, index) - 1,
        problem: `avoid "${word.replace(/\s+/g, ' ')}": ${instead}`,
      })),
    ),
  );
}

const patternOf = (words: string): RegExp =>
  new RegExp(`(?<![\\w-])(?:${words.replaceAll(' ', '\\s+')})(?![\\w-])`, 'gi');
