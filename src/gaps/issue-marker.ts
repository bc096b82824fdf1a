import { createHmac, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import { MARKER_PREFIX } from '../github/comments.ts';
import { hashOf, type MarkerKey, type MarkerKeys } from '../thread/marker.ts';
import { HASH } from '../thread/request.ts';

const CONTENT = v.object({
  /** What the issue is about: it replaces older ones with the same scope. */
  scope: HASH,
  run: v.number(),
  /** Two issues with one nonce are one that was created twice. */
  nonce: HASH,
  /** The number of the issue before it. */
  before: v.nullable(v.number()),
  /** Hash of title and text, without the marker. */
  text: HASH,
});
type Content = Readonly<v.InferOutput<typeof CONTENT>>;

/** What identifies an issue before it has a number. */
export type IssueIdentity = Omit<Content, 'text'>;

/** An issue of the action. `isUnchanged`: title and text are as it wrote them. */
export interface SignedIssue extends IssueIdentity {
  readonly isUnchanged: boolean;
}

interface IssueText {
  readonly title: string;
  readonly body: string;
}

const FORM = new RegExp(`\n${MARKER_PREFIX}gaps 1 ([\\w-]{8})\\.([\\w-]+)\\.([\\w-]{43}) -->\\s*$`);
/** UTF-16 units; a longer marker is ignored. */
const MAX_CONTENT = 1_024;

/** The text with its marker, an HTML comment. @param repository the id of the repository. */
export function signIssue(
  { title, body }: IssueText,
  identity: IssueIdentity,
  key: MarkerKey,
  repository: string,
): string {
  const content = Buffer.from(JSON.stringify({ ...identity, text: hashOf(title, body) })).toString('base64url');
  return `${body}\n${MARKER_PREFIX}gaps 1 ${key.id}.${content}.${sign(content, key, repository)} -->`;
}

/** Reads an issue; undefined if it is not signed with one of the keys for this repository. GitHub may have changed its line ends. */
export function readSignedIssue({ title, body }: IssueText, { key, previousKey }: MarkerKeys, repository: string) {
  const text = body.replaceAll('\r\n', '\n');
  const [marker = '', keyId, content = '', signature = ''] = FORM.exec(text) ?? [];
  const signer = [key, previousKey].find((each) => each?.id === keyId);
  if (!signer || content.length > MAX_CONTENT) return undefined;
  if (!timingSafeEqual(Buffer.from(sign(content, signer, repository)), Buffer.from(signature))) return undefined;
  const json = Buffer.from(content, 'base64url').toString();
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), CONTENT), json);
  if (!parsed.success) return undefined;
  const prose = text.slice(0, text.length - marker.length);
  return { ...parsed.output, isUnchanged: hashOf(title, prose) === parsed.output.text } satisfies SignedIssue;
}

/** No marker of a comment is signed over such a list. */
const sign = (content: string, { id, secret }: MarkerKey, repository: string): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['gaps', 1, id, content, repository]))
    .digest('base64url');
