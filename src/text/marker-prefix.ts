/** The start of a marker. A comment that contains it is a status comment or an imitation, and never a request. */
export const MARKER_PREFIX = '<!-- docs-agent-action:';
