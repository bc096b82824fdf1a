import type { JsonObject } from './json.ts';

/**
 * A comment as GitHub returns it. On a pull request, its link contains `/pull/2`, where the emulator has `/issues/2`. The `updated_at`
 * of an unedited comment equals its `created_at`, where the emulator's is slightly later.
 */
export function shownComment(comment: JsonObject, { isOnPull = false, isEdited = true }): JsonObject {
  const { html_url, created_at, updated_at } = comment;
  return {
    ...comment,
    html_url: isOnPull ? String(html_url).replace(/\/issues\/(\d+)#/, '/pull/$1#') : html_url,
    updated_at: isEdited ? updated_at : created_at,
  };
}
