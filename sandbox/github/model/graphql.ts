import type { ApiAnswer } from './requests.ts';
import { time } from './show.ts';
import { findByAnyName, findThread, type Hub, type JsonObject, type Repository, type Thread } from './state.ts';

/** A field of a query: `first: repository(owner: "acme", name: "docs") { … }`. */
interface Field {
  readonly alias: string;
  readonly name: string;
  readonly values: Readonly<Record<string, string | number>>;
  readonly fields: readonly Field[];
}

/** The fields of each type, with the type of those that have fields themselves. */
const TYPES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Query: { repository: 'Repository' },
  Repository: { pullRequest: 'PullRequest' },
  PullRequest: { number: '', state: '', isDraft: '', createdAt: '', mergedAt: '', closedAt: '' },
};

/**
 * GitHub's GraphQL API, as far as the action uses it: pull requests of some repositories by their numbers. An error of a part has the status
 * 200, beside the data of the other parts (GraphQL API, "Forming calls with GraphQL"; "Rate limits and query limits").
 * @param mayRead whether the sender may read a repository.
 */
export function answerQuery(hub: Hub, body: string, mayRead: (repository: Repository) => boolean): ApiAnswer {
  const errors: JsonObject[] = [];
  /** @param path the aliases from the top. */
  const notFound = (path: readonly string[], what: string) => {
    errors.push({ type: 'NOT_FOUND', path, locations: PLACE, message: `Could not resolve to ${what}.` });
    return null;
  };
  const showRepository = ({ alias, values: { owner, name }, fields }: Field) => {
    const repository = findByAnyName(hub, `${owner}/${name}`);
    if (!repository || !mayRead(repository)) return notFound([alias], `a Repository with the name '${owner}/${name}'`);
    return Object.fromEntries(fields.map((field) => [field.alias, showPull(repository, field, alias)]));
  };
  const showPull = (repository: Repository, { alias, values, fields }: Field, above: string) => {
    const thread = findThread(repository, Number(values.number));
    if (!thread?.pull) return notFound([above, alias], `a PullRequest with the number of ${values.number}`);
    const facts = factsOf(thread);
    return Object.fromEntries(fields.map((field) => [field.alias, facts[field.name]]));
  };
  try {
    const fields = parseQuery(String(Object(JSON.parse(body)).query));
    const data = Object.fromEntries(fields.map((field) => [field.alias, showRepository(field)]));
    return { status: 200, body: { data, ...(errors.length > 0 && { errors }) } };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { status: 200, body: { errors: [{ message: error.message, locations: PLACE }] } };
  }
}

const PLACE = [{ line: 1, column: 1 }];

function factsOf({ number, pull, closedAt, createdAt }: Thread): JsonObject {
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

/** @throws SyntaxError for anything but known fields with aliases, texts and numbers. */
function parseQuery(query: string): readonly Field[] {
  const tokens = query.match(/"(?:[^"\\]|\\.)*"|-?\w+|[^\s,]/g) ?? [];
  if (tokens[0] === 'query') tokens.shift();
  const next = () => tokens.shift() ?? '';
  const isNext = (token: string) => tokens[0] === token;
  function expect(wanted: string): void {
    const token = next();
    if (token !== wanted) throw new SyntaxError(`Expected "${wanted}", actual: "${token}"`);
  }
  function readValues(): Field['values'] {
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
  function readField(type: string): Field {
    const alias = next();
    const isAlias = isNext(':');
    if (isAlias) next();
    const name = isAlias ? next() : alias;
    const inner = TYPES[type]?.[name];
    if (inner === undefined) throw new SyntaxError(`Field '${name}' doesn't exist on type '${type}'`);
    return { alias, name, values: readValues(), fields: isNext('{') ? readFields(inner) : [] };
  }
  function readFields(type: string): Field[] {
    const fields: Field[] = [];
    expect('{');
    while (tokens.length > 0 && !isNext('}')) fields.push(readField(type));
    expect('}');
    return fields;
  }
  const fields = readFields('Query');
  if (tokens.length > 0) throw new SyntaxError(`Expected the end, actual: "${tokens[0]}"`);
  return fields;
}
