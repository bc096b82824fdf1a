/** The start of every marker. */
export const MARKER_PREFIX = '<!-- docs-agent-action:';

const FORM =
  /<!-- docs-agent-action:1 (?<key>[\w-]{8})\.(?<content>[\w-]+)\.(?<signature>[\w-]{43}) -->/;

/** The text of a comment without its marker, whose random characters may spell any short word. */
export const proseOf = (body: string): string => body.replace(FORM, '');

interface Parts {
  readonly key: string;
  /** The marker's data. */
  readonly marker: Readonly<Record<string, unknown>>;
  readonly signature: string;
}

/** A status comment with a forged marker, by an attacker who knows its form but not the key. */
export function forge(body: string, change: (parts: Parts) => Partial<Parts>): string {
  const { key = '', content = '', signature = '' } = FORM.exec(body)?.groups ?? {};
  const parts = {
    key,
    marker: JSON.parse(Buffer.from(content, 'base64url').toString()),
    signature,
  };
  const forged: Parts = { ...parts, ...change(parts) };
  const encoded = Buffer.from(JSON.stringify(forged.marker)).toString('base64url');
  return body.replace(
    FORM,
    `<!-- docs-agent-action:1 ${forged.key}.${encoded}.${forged.signature} -->`,
  );
}
