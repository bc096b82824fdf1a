/**
 * Something that ends the run and that a person can act on: `message` says what happened and what it means,
 * `remedy` what to do. Neither holds a secret or raw text from outside. `quote` is what the other side said, for the log and the
 * job summary only: it goes to nobody who cannot read those.
 */
export abstract class ActionError extends Error {
  readonly remedy: string;
  readonly quote: string;

  constructor(message: string, remedy: string, options?: ErrorOptions & { readonly quote?: string }) {
    super(message, options);
    this.name = new.target.name;
    this.remedy = remedy;
    this.quote = options?.quote ?? '';
  }
}

/** The workflow's inputs cannot be used; nothing was requested from anybody. */
export class InputError extends ActionError {}

/** The runner's event file cannot be read or does not look like GitHub's. */
export class EventError extends ActionError {}

/** The service refused, or answered something that its interface does not allow. */
export class ServiceError extends ActionError {}

/** GitHub did not answer a question without which nothing may be spent. */
export class GitHubError extends ActionError {}

/** The runner's disk does not take the export. */
export class ExportError extends ActionError {}
