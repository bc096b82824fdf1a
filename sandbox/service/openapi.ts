import { OPERATION_NAMES, OPERATIONS, type Operation } from './operations.ts';

/** The interface as an OpenAPI 3.1 document. @param url of the service, with its path prefix. */
export const describeApi = (url: string) => ({
  openapi: '3.1.0',
  info: {
    title: 'Documentation agent jobs and visitor analytics',
    version: '2.0.0',
    description: 'A sandbox of the service. Success codes, error bodies and get-job are decisions of the sandbox.',
  },
  servers: [{ url }],
  security: [{ bearer: [] }],
  paths: Object.fromEntries(
    OPERATION_NAMES.map((name) => {
      const { method, path } = OPERATIONS[name];
      return [path.replace(/:(\w+)/g, '{$1}'), { [method.toLowerCase()]: describeOperation(name) }];
    }),
  ),
  components: {
    schemas: SCHEMAS,
    securitySchemes: {
      bearer: { type: 'http', scheme: 'bearer', description: 'Admin API key: a prefix, an underscore, a secret.' },
    },
  },
});

function describeOperation(name: Operation) {
  const { method, path } = OPERATIONS[name];
  const { operationId, summary, answer, query = {} } = DESCRIPTIONS[name];
  const isPost = method === 'POST';
  const refusals = [...(name === 'get' ? [] : [400]), 401, 403, 404, ...(isPost ? [413, 415] : []), 429];
  return {
    operationId,
    summary,
    parameters: [
      ...Array.from(path.matchAll(/:(\w+)/g), ([, part]) => {
        return { name: part, in: 'path', required: true, schema: { type: 'string' } };
      }),
      ...Object.entries(query).map(([parameter, schema]) => ({ name: parameter, in: 'query', schema })),
    ],
    ...(isPost && { requestBody: { required: true, content: content('Prompt') } }),
    responses: {
      [name === 'create' ? 201 : 200]: { description: 'Done.', content: content(answer) },
      ...Object.fromEntries(refusals.map((status) => [status, { ...REFUSALS[status], content: content('Error') }])),
    },
  };
}

const content = (schema: keyof typeof SCHEMAS) => ({
  'application/json': { schema: { $ref: `#/components/schemas/${schema}` } },
});

const REFUSALS: Readonly<Record<number, object>> = {
  400: { description: 'A value is missing or out of its range, or the job is archived.' },
  401: { description: 'No API key, or an unknown one.' },
  403: { description: 'The API key belongs to another project.' },
  404: { description: 'Unknown project or job.' },
  413: { description: 'The body is larger than 1 MiB.' },
  415: { description: 'The body is not application/json.' },
  429: {
    description: 'The quota of the hour is used up.',
    headers: { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 0 } } },
  },
};

const TEXT = { type: 'string' };
const CURSOR_PARAMETER = { ...TEXT, description: '`nextCursor` of the page before.' };
const RANGE = {
  dateFrom: { ...TEXT, description: 'Start of the range: ISO 8601 or YYYY-MM-DD.' },
  dateTo: { ...TEXT, description: 'Exclusive end of the range: ISO 8601 or YYYY-MM-DD.' },
};
const rows = (maximum: number, unset: number) => ({ type: 'integer', minimum: 1, maximum, default: unset });

interface Description {
  readonly operationId: string;
  readonly summary: string;
  readonly answer: keyof typeof SCHEMAS;
  /** The schema of each parameter of the query. */
  readonly query?: Readonly<Record<string, object>>;
}

const DESCRIPTIONS: Readonly<Record<Operation, Description>> = {
  create: {
    operationId: 'createAgentJob',
    summary: 'Create an agent job. It runs asynchronously.',
    answer: 'Job',
  },
  'follow-up': {
    operationId: 'sendFollowUpMessage',
    summary: 'Send a follow-up message to an agent job. It is processed asynchronously.',
    answer: 'Job',
  },
  get: {
    operationId: 'getAgentJob',
    summary: 'Get an agent job, to poll until it is completed, archived or failed.',
    answer: 'Job',
  },
  visitors: {
    operationId: 'getUniqueVisitors',
    summary: 'Get unique visitors, site-wide and per page.',
    answer: 'Visitors',
    query: { ...RANGE, limit: rows(250, 50), offset: { type: 'integer', minimum: 0, default: 0 } },
  },
  feedback: {
    operationId: 'getFeedbackByPage',
    summary: 'Get feedback by page, without a cursor.',
    answer: 'FeedbackByPage',
    query: {
      ...RANGE,
      limit: rows(100, 10),
      source: { ...TEXT, enum: ['code_snippet', 'contextual', 'agent', 'thumbs_only'] },
      status: { ...TEXT, description: 'Statuses of the feedback, separated by commas.' },
    },
  },
  assistant: {
    operationId: 'getConversations',
    summary: 'Get conversations with the assistant.',
    answer: 'Conversations',
    query: { ...RANGE, limit: rows(1000, 100), cursor: CURSOR_PARAMETER },
  },
  searches: {
    operationId: 'getSearches',
    summary: 'Get the words that readers searched for.',
    answer: 'Searches',
    query: { ...RANGE, limit: rows(100, 50), cursor: CURSOR_PARAMETER },
  },
};

const COUNT = { type: 'integer', minimum: 0 };
const TIME = { ...TEXT, format: 'date-time' };

const CURSOR = { type: ['string', 'null'], description: 'Null on the last page.' };

const COUNTS = {
  human: { ...COUNT, description: 'Unique human visitors in the date range.' },
  ai: { ...COUNT, description: 'Unique AI visitors in the date range.' },
  total: { ...COUNT, description: 'Unique visitors, deduplicated across human and AI traffic: not a sum.' },
};

const closed = (properties: Readonly<Record<string, object>>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

const listOf = (maxItems: number, fields: Readonly<Record<string, object>>) => ({
  type: 'array',
  items: closed(fields),
  maxItems,
});

const SCHEMAS = {
  Job: closed({
    id: { ...TEXT, minLength: 1 },
    status: { ...TEXT, enum: ['active', 'completed', 'archived', 'failed'] },
    source: closed({
      repository: TEXT,
      ref: { ...TEXT, description: 'Reference in the repository, for example a branch.' },
    }),
    model: TEXT,
    prLink: {
      type: ['string', 'null'],
      description: 'URL of the pull request; null while the job is active, and when no files were changed.',
    },
    createdAt: TIME,
    archivedAt: { ...TIME, type: ['string', 'null'] },
  }),
  Prompt: {
    type: 'object',
    properties: { prompt: { ...TEXT, minLength: 1, description: 'The instruction for the agent.' } },
    required: ['prompt'],
  },
  Visitors: closed({
    totals: closed(COUNTS),
    visitors: listOf(250, { path: TEXT, ...COUNTS }),
    hasMore: { type: 'boolean', description: 'True when more results exist beyond this page.' },
  }),
  FeedbackByPage: closed({
    feedback: listOf(100, { path: TEXT, thumbsUp: COUNT, thumbsDown: COUNT, code: COUNT, total: COUNT }),
    hasMore: { type: 'boolean', description: 'True when there are more pages, which cannot be requested.' },
  }),
  Conversations: closed({
    conversations: listOf(1000, {
      id: TEXT,
      timestamp: TIME,
      query: { ...TEXT, description: 'The question.' },
      response: TEXT,
      responseType: { ...TEXT, enum: ['answer', 'clarifying_question'] },
      sources: { type: 'array', items: closed({ title: TEXT, url: TEXT }) },
      resolutionStatus: { ...TEXT, enum: ['answered', 'unanswered'] },
      queryCategory: { type: ['string', 'null'] },
      pageUrl: { type: ['string', 'null'], description: 'The page on which the conversation started.' },
    }),
    nextCursor: CURSOR,
    hasMore: { type: 'boolean' },
  }),
  Searches: closed({
    searches: listOf(100, {
      searchQuery: TEXT,
      hits: COUNT,
      ctr: { type: 'number', minimum: 0, description: 'Clicks per search.' },
      topClickedPage: { type: ['string', 'null'] },
      lastSearchedAt: TIME,
    }),
    totalSearches: COUNT,
    nextCursor: CURSOR,
  }),
  Error: closed({ error: TEXT }),
};
