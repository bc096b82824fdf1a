/** What all outcomes of a verdict have in common. */
interface VerdictFacts {
  readonly icon: string;
  /** The level of the log line. All but `log` become annotations, which the run's page shows. */
  readonly level: 'log' | 'notice' | 'warn' | 'error';
  /** For the comment or thread of the request; none if the job keeps running, and if the run sent no request. */
  readonly reaction?: 'rocket' | 'confused' | '-1';
  /** It is the last report of a request. The result of a job that keeps running is reported later. */
  readonly isFinal?: true;
}

const TABLE = {
  'pull-request': { icon: '✅', level: 'log', reaction: 'rocket', isFinal: true },
  'no-changes': { icon: '➖', level: 'log', reaction: 'rocket', isFinal: true },
  failed: { icon: '❌', level: 'error', reaction: '-1', isFinal: true },
  archived: { icon: '🗄️', level: 'warn', reaction: 'confused', isFinal: true },
  'timed-out': { icon: '⌛', level: 'warn', reaction: 'confused' },
  started: { icon: '🚀', level: 'log' },
  skipped: { icon: '⏭️', level: 'notice' },
  denied: { icon: '🚫', level: 'notice' },
  'quota-exhausted': { icon: '🚦', level: 'warn', reaction: 'confused', isFinal: true },
  unconfirmed: { icon: '❓', level: 'warn', reaction: 'confused', isFinal: true },
  cancelled: { icon: '⏹️', level: 'warn', reaction: 'confused' },
  'limit-reached': { icon: '⏸️', level: 'warn', reaction: 'confused', isFinal: true },
  swept: { icon: '🧹', level: 'log' },
  exported: { icon: '📊', level: 'log' },
  reported: { icon: '📈', level: 'log' },
  error: { icon: '⛔', level: 'error', reaction: '-1' },
} satisfies Readonly<Record<string, VerdictFacts>>;

export type Verdict = keyof typeof TABLE;

/** The action's one-word results (output `verdict`). Their texts are in `render/message.ts`. */
export const VERDICTS: Readonly<Record<Verdict, VerdictFacts>> = TABLE;

export const isVerdict = (word: unknown): word is Verdict => typeof word === 'string' && Object.hasOwn(VERDICTS, word);
