import type { BundleScene } from './scene.ts';

const FORM = /<!-- docs-agent-action:1 (?<key>[\w-]{8})\.(?<content>[\w-]+)\.(?<signature>[\w-]{43}) -->/;

interface Parts {
  readonly key: string;
  /** What the marker remembers. */
  readonly marker: Readonly<Record<string, unknown>>;
  readonly signature: string;
}

/** The text of a status comment with another marker, by somebody who knows its form and not its key. */
export function forge(body: string, change: (parts: Parts) => Partial<Parts>): string {
  const { key = '', content = '', signature = '' } = FORM.exec(body)?.groups ?? {};
  const parts = { key, marker: JSON.parse(Buffer.from(content, 'base64url').toString()), signature };
  const forged: Parts = { ...parts, ...change(parts) };
  const encoded = Buffer.from(JSON.stringify(forged.marker)).toString('base64url');
  return body.replace(FORM, `<!-- docs-agent-action:1 ${forged.key}.${encoded}.${forged.signature} -->`);
}

/** Writes as the account that the action's token stands for, as any other workflow of the repository can. */
export async function writeAsBot({ github }: BundleScene, issue: number, body: string): Promise<void> {
  const { url, owner, repo, tokens } = github;
  const response = await fetch(`${url}/repos/${owner}/${repo}/issues/${issue}/comments`, {
    method: 'POST',
    headers: { authorization: `token ${tokens.action}`, 'content-type': 'application/json' },
    body: JSON.stringify({ body }),
  });
  if (response.status !== 201) throw new Error(`The comment was refused: ${response.status}`);
}
