const COUNT = { type: 'integer', minimum: 0 };
const TIME = { type: 'string', format: 'date-time' };

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

/** `components.schemas` of the document (JSON Schema 2020-12). */
export const SCHEMAS = {
  Job: closed({
    id: { type: 'string', minLength: 1 },
    status: { type: 'string', enum: ['active', 'completed', 'archived', 'failed'] },
    source: closed({
      repository: { type: 'string' },
      ref: { type: 'string', description: 'Reference in the repository, for example a branch.' },
    }),
    model: { type: 'string' },
    prLink: {
      type: ['string', 'null'],
      description: 'URL of the pull request; null while the job is active, and when no files were changed.',
    },
    createdAt: TIME,
    archivedAt: { ...TIME, type: ['string', 'null'] },
  }),
  Prompt: {
    type: 'object',
    properties: { prompt: { type: 'string', minLength: 1, description: 'The instruction for the agent.' } },
    required: ['prompt'],
  },
  Visitors: closed({
    totals: { $ref: '#/components/schemas/Totals' },
    visitors: { type: 'array', items: { $ref: '#/components/schemas/PageVisitors' }, maxItems: 250 },
    hasMore: { type: 'boolean', description: 'True when more results exist beyond this page.' },
  }),
  Totals: closed(COUNTS),
  PageVisitors: closed({ path: { type: 'string' }, ...COUNTS }),
  FeedbackByPage: closed({
    feedback: {
      type: 'array',
      items: closed({ path: { type: 'string' }, thumbsUp: COUNT, thumbsDown: COUNT, code: COUNT, total: COUNT }),
      maxItems: 100,
    },
    hasMore: { type: 'boolean', description: 'True when there are more pages, which cannot be requested.' },
  }),
  Conversations: closed({
    conversations: { type: 'array', items: { $ref: '#/components/schemas/Conversation' }, maxItems: 1000 },
    nextCursor: CURSOR,
    hasMore: { type: 'boolean' },
  }),
  Conversation: closed({
    id: { type: 'string' },
    timestamp: TIME,
    query: { type: 'string', description: 'The question.' },
    response: { type: 'string' },
    responseType: { type: 'string', enum: ['answer', 'clarifying_question'] },
    sources: { type: 'array', items: closed({ title: { type: 'string' }, url: { type: 'string' } }) },
    resolutionStatus: { type: 'string', enum: ['answered', 'unanswered'] },
    queryCategory: { type: ['string', 'null'] },
    pageUrl: { type: ['string', 'null'], description: 'The page on which the conversation started.' },
  }),
  Searches: closed({
    searches: {
      type: 'array',
      items: closed({
        searchQuery: { type: 'string' },
        hits: COUNT,
        ctr: { type: 'number', minimum: 0, description: 'Clicks per search.' },
        topClickedPage: { type: ['string', 'null'] },
        lastSearchedAt: TIME,
      }),
      maxItems: 100,
    },
    totalSearches: COUNT,
    nextCursor: CURSOR,
  }),
  Error: closed({ error: { type: 'string' } }),
};
