import { Refusal } from '../../http/refusal.ts';
import { type ApiAnswer, type Call, page, senderOf } from './requests.ts';
import { showIssue, showLabel } from './show.ts';
import type { Thread } from './state.ts';
import { addLabel, createLabel, openThread, setOpen } from './threads.ts';

/** Opens an issue with labels; those that do not exist are created. */
export function openIssue(call: Call): ApiAnswer {
  const { repository, body } = call;
  const thread = openThread(repository, senderOf(call), { title: String(body.title), body: String(body.body ?? '') });
  for (const name of Array.isArray(body.labels) ? body.labels : []) addLabel(thread, senderOf(call), String(name));
  return { status: 201, body: showIssue(thread) };
}

/** The issues and pull requests with all of these labels, by default the open ones, the newest first. */
export function listIssues(call: Call): ApiAnswer {
  const { repository, query } = call;
  const labels = (query.get('labels') ?? '').toLowerCase().split(',').filter(Boolean);
  const state = query.get('state') ?? 'open';
  const listed = repository.threads.filter((thread) => {
    const names = thread.labels.map(({ name }) => name.toLowerCase());
    const hasState = state === 'all' || (thread.closedAt === null) === (state === 'open');
    return hasState && labels.every((label) => names.includes(label));
  });
  return page(call, query.get('direction') === 'asc' ? listed : listed.reverse(), showIssue);
}

/** Closes or reopens an issue. */
export function editIssue(thread: Thread, call: Call): ApiAnswer {
  const { state } = call.body;
  if (state !== undefined && state !== 'open' && state !== 'closed') throw new Refusal(422, 'Validation Failed');
  if (state !== undefined) setOpen(thread, senderOf(call), state === 'open');
  return { status: 200, body: showIssue(thread) };
}

/** @throws Refusal (422) if there is one with this name. */
export function addNewLabel({ repository, body: { name, description } }: Call): ApiAnswer {
  const isKnown = repository.labels.some((label) => label.name.toLowerCase() === String(name).toLowerCase());
  if (isKnown) throw new Refusal(422, 'Validation Failed');
  return { status: 201, body: showLabel(repository, createLabel(repository, String(name), String(description ?? ''))) };
}
