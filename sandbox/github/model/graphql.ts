import { asObject, type JsonObject } from '../json.ts';
import type { ApiAnswer } from './requests.ts';
import { time } from './show-account.ts';
import { findRepository, findThread, type Hub, type Repository, type Thread } from './state.ts';

/** A field of a query: `first: repository(owner: "acme", name: "docs") { … }`. */
interface Field {
  readonly alias: string;
  readonly name: string;
  readonly values: Readonly<Record<string, string | number>>;
  readonly fields: readonly Field[];
}

/** Where GraphQL's errors belong to: the aliases from the top. */
type Path = readonly string[];
type GraphError = JsonObject;

/** Whether the sender may read a repository. */
type MayRead = (repository: Repository) => boolean;

/**
 * GitHub's GraphQL API, as far as the action uses it: pull requests of some repositories by their numbers. An error of a part has the status
 * 200, beside the data of the other parts (GraphQL API, "Forming calls with GraphQL"; "Rate limits and query limits").
 */
export function answerQuery(hub: Hub, body: string, mayRead: MayRead): ApiAnswer {
  const { query } = asObject(JSON.parse(body));
  const errors: GraphError[] = [];
  let fields: readonly Field[];
  try {
    fields = parseQuery(String(query));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { status: 200, body: { errors: [{ message: error.message, locations: [{ line: 1, column: 1 }] }] } };
  }
  const unknown = fields.flatMap((field) => unknownIn(field, 'Query'));
  if (unknown.length > 0) return { status: 200, body: { errors: unknown } };
  const parts = fields.map((field) => [field.alias, repositoryPart(hub, field, errors, mayRead)]);
  const data = Object.fromEntries(parts);
  return { status: 200, body: { data, ...(errors.length > 0 && { errors }) } };
}

/** The fields of each type, with the type of those that have fields themselves. */
const TYPES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Query: { repository: 'Repository' },
  Repository: { pullRequest: 'PullRequest' },
  PullRequest: { number: '', state: '', isDraft: '', createdAt: '', mergedAt: '', closedAt: '' },
};

function unknownIn({ name, fields }: Field, type: string): GraphError[] {
  const inner = TYPES[type]?.[name];
  if (inner === undefined)
    return [
      {
        message: `Field '${name}' doesn't exist on type '${type}'`,
        path: ['query'],
        extensions: { code: 'undefinedField' },
      },
    ];
  return fields.flatMap((field) => unknownIn(field, inner));
}

function repositoryPart(
  hub: Hub,
  { alias, values: { owner, name }, fields }: Field,
  errors: GraphError[],
  mayRead: MayRead,
): JsonObject | null {
  const repository = findByAnyName(hub, `${owner}/${name}`);
  if (!repository || !mayRead(repository)) {
    errors.push(notFound([alias], `a Repository with the name '${owner}/${name}'`));
    return null;
  }
  return Object.fromEntries(fields.map((field) => [field.alias, pullPart(repository, field, errors, [alias])]));
}

/** A former name leads to the same repository (`followRenames`, by default). */
const findByAnyName = (hub: Hub, name: string): Repository | undefined =>
  findRepository(hub, name) ?? hub.repositories.find(({ formerNames }) => formerNames.includes(name.toLowerCase()));

function pullPart(repository: Repository, { alias, values, fields }: Field, errors: GraphError[], path: Path) {
  const thread = findThread(repository, Number(values.number));
  if (thread?.pull) {
    const shown = showPullFacts(thread);
    return Object.fromEntries(fields.map((field) => [field.alias, shown[field.name]]));
  }
  errors.push(notFound([...path, alias], `a PullRequest with the number of ${values.number}`));
  return null;
}

const notFound = (path: Path, what: string): GraphError => ({
  type: 'NOT_FOUND',
  path,
  locations: [{ line: 1, column: 3 }],
  message: `Could not resolve to ${what}.`,
});

function showPullFacts({ number, pull, closedAt, createdAt }: Thread): JsonObject {
  const merge = pull?.merge;
  return {
    number,
    state: merge ? 'MERGED' : closedAt === null ? 'OPEN' : 'CLOSED',
    isDraft: pull?.isDraft ?? false,
    createdAt: time(createdAt),
    mergedAt: merge ? time(merge.at) : null,
    closedAt: closedAt === null ? null : time(closedAt),
  };
}

const TOKENS = /\s*(?:,|("(?:[^"\\]|\\.)*")|([A-Za-z_]\w*)|(-?\d+)|([{}():]))\s*/y;

/** @throws SyntaxError for anything but fields with aliases, texts and numbers. */
function parseQuery(query: string): readonly Field[] {
  const tokens: string[] = [];
  TOKENS.lastIndex = 0;
  for (let at = 0; at < query.length; at = TOKENS.lastIndex) {
    const [whole, ...kinds] = TOKENS.exec(query) ?? [];
    if (whole === undefined) throw new SyntaxError(`Expected a name, actual: UNKNOWN_CHAR ("${query.charAt(at)}")`);
    tokens.push(...kinds.filter((kind) => kind !== undefined));
  }
  if (tokens[0] === 'query') tokens.shift();
  const next = () => tokens.shift() ?? '';
  const isNext = (token: string) => tokens[0] === token;
  function expect(wanted: string): void {
    const token = next();
    if (token !== wanted) throw new SyntaxError(`Expected "${wanted}", actual: "${token}"`);
  }
  function readArguments(): Field['values'] {
    const values: Record<string, string | number> = {};
    if (!isNext('(')) return values;
    next();
    while (!isNext(')')) {
      const name = next();
      expect(':');
      values[name] = JSON.parse(next());
    }
    next();
    return values;
  }
  function readField(): Field {
    const first = next();
    const isAlias = isNext(':');
    if (isAlias) next();
    const name = isAlias ? next() : first;
    return { alias: first, name, values: readArguments(), fields: isNext('{') ? readFields() : [] };
  }
  function readFields(): Field[] {
    const fields: Field[] = [];
    expect('{');
    while (tokens.length > 0 && !isNext('}')) fields.push(readField());
    expect('}');
    return fields;
  }
  const fields = readFields();
  if (tokens.length > 0) throw new SyntaxError(`Expected the end, actual: "${tokens[0]}"`);
  return fields;
}
