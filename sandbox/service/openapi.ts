import { SCHEMAS } from './openapi-schemas.ts';
import { OPERATION_NAMES, OPERATIONS, type Operation } from './operations.ts';

/** The interface as an OpenAPI 3.1 document. @param url of the service, with its path prefix. */
export function describeApi(url: string) {
  return {
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
        return [path.replace(/:(\w+)/g, '{$1}'), { [method.toLowerCase()]: DESCRIPTIONS[name] }];
      }),
    ),
    components: {
      schemas: SCHEMAS,
      responses: RESPONSES,
      parameters: PARAMETERS,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'Admin API key: a prefix, an underscore, a secret.' },
      },
    },
  };
}

const ref = (kind: 'schemas' | 'responses' | 'parameters', name: string) => ({ $ref: `#/components/${kind}/${name}` });

const content = (schema: keyof typeof SCHEMAS) => ({ 'application/json': { schema: ref('schemas', schema) } });

const errors = (...names: (keyof typeof RESPONSES)[]) =>
  Object.fromEntries(names.map((name) => [STATUS[name], ref('responses', name)]));

const pathParameter = (name: string, description: string) => ({
  name,
  in: 'path',
  required: true,
  description,
  schema: { type: 'string' },
});

const queryParameter = (name: string, description: string, schema: object) => ({
  name,
  in: 'query',
  description,
  schema,
});

function limitParameter(maximum: number, unset: number) {
  return queryParameter('limit', 'Maximum results per page.', { type: 'integer', minimum: 1, maximum, default: unset });
}

const failure = (description: string, headers?: object) => ({
  description,
  ...(headers && { headers }),
  content: content('Error'),
});

const STATUS = {
  Invalid: 400,
  Unauthorized: 401,
  Forbidden: 403,
  NotFound: 404,
  TooLarge: 413,
  UnsupportedMediaType: 415,
  TooManyRequests: 429,
} as const;

const RESPONSES = {
  Invalid: failure('A value is missing or out of its range, or the job is archived.'),
  Unauthorized: failure('No API key, or an unknown one.'),
  Forbidden: failure('The API key belongs to another project.'),
  NotFound: failure('Unknown project or job.'),
  TooLarge: failure('The body is larger than 1 MiB.'),
  UnsupportedMediaType: failure('The body is not application/json.'),
  TooManyRequests: failure('The quota of the hour is used up.', {
    'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 0 } },
  }),
};

const PARAMETERS = {
  projectId: pathParameter('projectId', 'The project identifier.'),
  jobId: pathParameter('id', 'Identifier of the agent job.'),
  dateFrom: queryParameter('dateFrom', 'Start of the range: ISO 8601 or YYYY-MM-DD.', { type: 'string' }),
  dateTo: queryParameter('dateTo', 'Exclusive end of the range: ISO 8601 or YYYY-MM-DD.', { type: 'string' }),
  limit: limitParameter(250, 50),
  feedbackLimit: limitParameter(100, 10),
  conversationLimit: limitParameter(1000, 100),
  searchLimit: limitParameter(100, 50),
  source: queryParameter('source', 'Where the feedback was given.', {
    type: 'string',
    enum: ['code_snippet', 'contextual', 'agent', 'thumbs_only'],
  }),
  status: queryParameter('status', 'Statuses of the feedback, separated by commas.', { type: 'string' }),
  cursor: queryParameter('cursor', '`nextCursor` of the page before.', { type: 'string' }),
  offset: queryParameter('offset', 'Number of rows to skip.', { type: 'integer', minimum: 0, default: 0 }),
};

const ofProject = ref('parameters', 'projectId');
const ofJob = ref('parameters', 'jobId');
const withPrompt = { required: true, content: content('Prompt') };
const spendErrors = errors(
  ...([
    'Invalid',
    'Unauthorized',
    'Forbidden',
    'NotFound',
    'TooLarge',
    'UnsupportedMediaType',
    'TooManyRequests',
  ] as const),
);

/** An operation that reads analytics of a date range. */
function readOperation(operationId: string, summary: string, schema: keyof typeof SCHEMAS, parameters: string[]) {
  return {
    operationId,
    summary,
    parameters: [ofProject, ...['dateFrom', 'dateTo', ...parameters].map((name) => ref('parameters', name))],
    responses: {
      200: { description: 'One page of the result.', content: content(schema) },
      ...errors('Invalid', 'Unauthorized', 'Forbidden', 'NotFound', 'TooManyRequests'),
    },
  };
}

const DESCRIPTIONS: Readonly<Record<Operation, object>> = {
  create: {
    operationId: 'createAgentJob',
    summary: 'Create an agent job. It runs asynchronously.',
    parameters: [ofProject],
    requestBody: withPrompt,
    responses: { 201: { description: 'The new job.', content: content('Job') }, ...spendErrors },
  },
  'follow-up': {
    operationId: 'sendFollowUpMessage',
    summary: 'Send a follow-up message to an agent job. It is processed asynchronously.',
    parameters: [ofProject, ofJob],
    requestBody: withPrompt,
    responses: { 200: { description: 'The job.', content: content('Job') }, ...spendErrors },
  },
  get: {
    operationId: 'getAgentJob',
    summary: 'Get an agent job, to poll until it is completed, archived or failed.',
    parameters: [ofProject, ofJob],
    responses: {
      200: { description: 'The job.', content: content('Job') },
      ...errors('Unauthorized', 'Forbidden', 'NotFound', 'TooManyRequests'),
    },
  },
  visitors: readOperation('getUniqueVisitors', 'Get unique visitors, site-wide and per page.', 'Visitors', [
    'limit',
    'offset',
  ]),
  feedback: readOperation('getFeedbackByPage', 'Get feedback by page, without a cursor.', 'FeedbackByPage', [
    'feedbackLimit',
    'source',
    'status',
  ]),
  assistant: readOperation('getConversations', 'Get conversations with the assistant.', 'Conversations', [
    'conversationLimit',
    'cursor',
  ]),
  searches: readOperation('getSearches', 'Get the words that readers searched for.', 'Searches', [
    'searchLimit',
    'cursor',
  ]),
};
