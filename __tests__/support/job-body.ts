export const PULL_REQUEST = 'https://github.com/acme/docs/pull/412';

/** The body of a job in the service's form. */
export function jobBody(fields: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    id: 'j_8fk2',
    status: 'active',
    source: { repository: 'acme/docs', ref: 'main' },
    model: 'writer-2',
    prLink: null,
    createdAt: '2026-03-02T12:00:00Z',
    archivedAt: null,
    ...fields,
  };
}
