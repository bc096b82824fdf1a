import { parseArgs } from 'node:util';
import { isOperation } from './operations.ts';
import type { ServiceFault, ServiceOptions } from './service.ts';

/** The parsed command line. */
interface Command {
  readonly options: ServiceOptions;
  readonly faults: readonly ServiceFault[];
  /** Whether to start an embedded GitHub too, in which the agent works. */
  readonly github: boolean;
}

/** Parses the arguments. @throws an error that describes the invalid argument. */
export function readCommandLine(args: readonly string[]): Command | 'help' {
  const { values } = parseArgs({ args: [...args], options: FLAGS, allowNegative: true });
  if (values.help) return 'help';
  const options: ServiceOptions = {
    port: readNumber('--port', values.port),
    ...(values.key !== undefined && { key: values.key }),
    job: {
      seconds: readNumber('--seconds', values.seconds),
      end: readEnd(values.end),
      pullRequest: values['pull-request'],
    },
    visitors: { pages: readNumber('--pages', values.pages) },
  };
  return { options, faults: (values.fault ?? []).map(readFault), github: values.github };
}

const FLAGS = {
  help: { type: 'boolean', short: 'h' },
  port: { type: 'string', default: '0' },
  key: { type: 'string' },
  seconds: { type: 'string', default: '5' },
  end: { type: 'string', default: 'completed' },
  'pull-request': { type: 'boolean', default: true },
  pages: { type: 'string', default: '200' },
  github: { type: 'boolean', default: false },
  fault: { type: 'string', multiple: true },
} as const;

function readNumber(flag: string, text: string): number {
  if (!/^\d+(\.\d+)?$/.test(text)) throw new TypeError(`${flag} takes a number, not \`${text}\`.`);
  return Number(text);
}

const ENDS = ['completed', 'failed', 'archived'] as const;

function readEnd(text: string): (typeof ENDS)[number] {
  const end = ENDS.find((each) => each === text);
  if (!end) throw new TypeError(`--end takes ${ENDS.join(', ')}, not \`${text}\`.`);
  return end;
}

const KINDS: readonly ServiceFault['kind'][] = [
  'answer',
  'reset',
  'reset-mid-body',
  'truncate',
  'hang',
  'huge',
  'gzip-bomb',
  'big-headers',
  'empty',
  'delay',
];

/** A fault as JSON; `"times": "always"` means Infinity. */
function readFault(text: string): ServiceFault {
  try {
    const { operation, kind, times, ...more } = Object(JSON.parse(text));
    if (!isOperation(operation)) throw new TypeError('`operation` is unknown');
    if (!KINDS.includes(kind)) throw new TypeError('`kind` is unknown');
    return {
      ...more,
      operation,
      kind,
      times: times === 'always' ? Number.POSITIVE_INFINITY : times,
    };
  } catch (error) {
    throw new TypeError(
      `--fault ${text}: ${error instanceof Error ? error.message : 'not a fault'}`,
      { cause: error },
    );
  }
}

export const HELP = `Runs the documentation service's sandbox on 127.0.0.1 until it is interrupted.

Usage: npm run sandbox -- [options]

  -h, --help            Show this text.
  --port <number>       Port; 0 is any free one. Default 0.
  --key <key>           Admin API key: a prefix, an underscore, a secret. Default: docs_ and something random.
  --seconds <number>    How long a job is active. Default 5.
  --end <status>        How a job ends: completed, failed or archived. Default completed.
  --no-pull-request     The agent changes no files.
  --pages <number>      Pages of the visitor analytics, 0 to 1000000. Default 200.
  --github              Start an embedded GitHub as well, where the agent opens real pull requests.
  --fault <json>        A fault, as below. May be given several times.

A fault has an operation (create, follow-up, get, or visitors) and a kind:
  answer (status, headers, body), reset, reset-mid-body, truncate, hang,
  huge (bytes), gzip-bomb, big-headers, empty, delay (milliseconds)
and may have: times (a number, or "always"; default 1), skip (requests that pass first; default 0),
after (whether the service really does what it was asked; default true, but not for an answer of 3xx or 4xx).

Examples:
  npm run sandbox -- --port 4010 --seconds 20
  npm run sandbox -- --end failed
  npm run sandbox -- --fault '{"operation":"create","kind":"answer","status":429,"headers":{"retry-after":"7"}}'
  npm run sandbox -- --fault '{"operation":"get","kind":"reset-mid-body","times":3}'
`;
