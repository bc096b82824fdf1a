interface ActionErrorOptions extends ErrorOptions {
  readonly quote?: string;
  readonly headline?: string | undefined;
  readonly asked?: string;
  readonly needsNewJob?: boolean;
  readonly isFromWebsite?: boolean;
}

/**
 * An error that ends the run and that a person can fix: the first line of `message` says what
 * happened, further ones the likely causes, and `remedy` what the workflow's maintainers can do.
 * None contains a secret or unescaped untrusted text. Only that first line is shown in threads.
 * `quote` is text from the server's response.
 */
export abstract class ActionError extends Error {
  readonly remedy: string;
  readonly quote: string;
  /**
   * The request that failed, as `POST /path`, for the log and the job summary only; empty if that
   * does not help.
   */
  readonly asked: string;
  /** The requester can go on with a new job. */
  readonly needsNewJob: boolean;
  /** A web page came instead of an answer of the service, so that it probably created no job. */
  readonly isFromWebsite: boolean;
  /** The headline of an error that has none of its own. */
  protected abstract readonly kind: string;
  private readonly ownHeadline: string | undefined;

  constructor(message: string, remedy: string, options?: ActionErrorOptions) {
    super(message, options);
    this.name = new.target.name;
    this.remedy = remedy;
    this.quote = options?.quote ?? '';
    this.asked = options?.asked ?? '';
    this.needsNewJob = options?.needsNewJob ?? false;
    this.isFromWebsite = options?.isFromWebsite ?? false;
    this.ownHeadline = options?.headline;
  }

  /** Names the error in a few fixed words, without any untrusted text, for chat messages. */
  get headline(): string {
    return this.ownHeadline ?? this.kind;
  }
}

/** For every remedy that changes the workflow file: people re-run, and nothing has changed. */
export const AFTER_CHANGE =
  'After a change of the workflow file, make the request again: a re-run uses the old files.';

/** The workflow's inputs are unusable. The action has sent no request to the service. */
export class InputError extends ActionError {
  protected readonly kind = 'Invalid inputs';

  constructor(message: string, remedy: string, options?: ActionErrorOptions) {
    super(message, `${remedy} ${AFTER_CHANGE}`, options);
  }
}

/** The runner's event file cannot be read, or does not have the form of a GitHub event. */
export class EventError extends ActionError {
  protected readonly kind = 'Invalid event';
}

/** The runner cannot run the action. */
export class RunnerError extends ActionError {
  protected readonly kind = 'Unsuitable runner';
}

/** The service rejected a request, or its response does not match its interface. */
export class ServiceError extends ActionError {
  protected readonly kind = 'Service error';
}

/** A request to GitHub failed, without whose answer no job may be created. */
export class GitHubError extends ActionError {
  protected readonly kind = 'Request to GitHub failed';
}

/** The export cannot be written to the runner's disk. */
export class ExportError extends ActionError {
  protected readonly kind = 'Export file not written';
}

/**
 * A bug, shown by the class of what was thrown only, because its message may contain untrusted
 * text.
 */
export class UnexpectedError extends ActionError {
  protected readonly kind = 'Unexpected error';

  constructor(cause: unknown) {
    const name = cause instanceof Error ? cause.name : typeof cause;
    super(
      `The action failed with an unexpected error (${name}).`,
      'Please report it with the log.',
      { cause },
    );
  }
}
