import type { JsonObject } from './json.ts';

/**
 * A comment as GitHub shows it. On a pull request it is linked at `/pull/2`: the emulator says `/issues/2` for all. One that
 * nobody edited was updated when it was created: the emulator sets its own later by a moment.
 */
export function shownComment(comment: JsonObject, { isOnPull = false, isEdited = true }): JsonObject {
  const { html_url, created_at, updated_at } = comment;
  return {
    ...comment,
    html_url: isOnPull ? String(html_url).replace(/\/issues\/(\d+)#/, '/pull/$1#') : html_url,
    updated_at: isEdited ? updated_at : created_at,
  };
}
