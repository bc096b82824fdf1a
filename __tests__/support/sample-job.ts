import { ServiceError } from '../../src/errors.ts';
import type { Job, JobReading } from '../../src/service/job.ts';

export const READ_AT = new Date('2026-03-02T12:05:00Z');

/** @param prLink the URL of its pull request, if it has one. */
export function sampleJob(status: Job['status'] = 'active', prLink = '', id = 'j_8fk2'): Job {
  return {
    id,
    status,
    pullRequest: prLink ? { kind: 'link', url: prLink } : { kind: 'none' },
    source: { repository: 'acme/docs', ref: 'main' },
    model: 'writer-2',
    createdAt: '2026-03-02T12:00:00Z',
    archivedAt: null,
    readAt: READ_AT,
  };
}

export const read = (status: Job['status'], prLink = ''): JobReading => ({
  kind: 'job',
  job: sampleJob(status, prLink),
});

export const transient = (message: string): JobReading => ({
  kind: 'transient',
  error: new ServiceError(message, 'Try again later.'),
});

export const refused = (message: string): JobReading => ({
  kind: 'refused',
  error: new ServiceError(message, 'Check the key.'),
  isLasting: true,
  forMs: 0,
});

/** The first 404 for a job. */
export const NOT_FOUND: JobReading = { kind: 'not-found', forMs: 0 };
