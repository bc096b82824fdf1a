/** How the hidden marker of a status comment begins. A comment that holds it is ours, or pretends to be: never a request. */
export const MARKER_PREFIX = '<!-- docs-agent-action:';
