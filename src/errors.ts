/**
 * An error that ends the run and that a person can fix: `message` says what happened and what it means, `remedy` what to do.
 * Neither contains a secret or unescaped untrusted text. `quote` is text from the server's response, which is written to the log and
 * the job summary only.
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

/** The workflow's inputs are unusable. The action has sent no request to the service. */
export class InputError extends ActionError {}

/** The runner's event file cannot be read, or does not have the form of a GitHub event. */
export class EventError extends ActionError {}

/** The service rejected a request, or its response does not match its interface. */
export class ServiceError extends ActionError {}

/** A request to GitHub failed, without whose answer no job may be created. */
export class GitHubError extends ActionError {}

/** The export cannot be written to the runner's disk. */
export class ExportError extends ActionError {}
