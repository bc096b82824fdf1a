import { describe, expect, test } from '@jest/globals';
import type { WorkflowRun } from '../../sandbox/github/web/pages.ts';
import { useGitHub } from './fresh-github.ts';

const at = useGitHub();

const visit = async (path: string) => {
  const answer = await fetch(`${at().github.url}/acme/docs/${path}`);
  return { status: answer.status, headers: answer.headers, html: await answer.text() };
};

describe('the web pages of the embedded GitHub', () => {
  test('show a comment as rendered Markdown, without scripts, untrusted HTML and images', async () => {
    const { alice, action, repository } = at();
    const { number } = await alice.openIssue('One', 'Please.');
    const body =
      '**Ready** <sub>job</sub>\n<script>alert(1)</script>\n[x](javascript:alert(1)) ![y](https://z.test/y.png)<details>';
    const comment = await alice.comment(number, body);
    await action.reactions.createForIssueComment({ ...repository, comment_id: comment.id, content: 'eyes' });
    const { html, headers } = await visit(`issues/${number}`);
    const [, shown = ''] = html.split(`id="issuecomment-${comment.id}"`);
    expect(shown).toContain('<strong>Ready</strong> <sub>job</sub>');
    expect(shown).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(shown).toContain('<a href="">x</a> [image: y]</p><details>');
    expect(shown).toContain('👀 1');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  test('are neither logged nor counted as API requests', async () => {
    const { github } = at();
    const { remaining } = github.rateLimit;
    expect((await visit('issues')).status).toBe(200);
    expect([github.requests.length, github.rateLimit.remaining]).toEqual([0, remaining]);
  });

  test('show a workflow run, from its start to its end', async () => {
    const { runs } = at().github;
    const run: WorkflowRun = { title: 'Alice opens an issue', event: 'issues', log: [{ at: 0, text: 'error: <b>' }] };
    runs.set(9, run);
    expect((await visit('actions/runs/9')).html).toMatch(
      /running[\s\S]* UTC<\/time><\/span> <span class="error">error: &lt;b&gt;<\/span>/,
    );
    run.end = { isSuccess: false, summary: '## Failed\n\n| | |\n|--|--|\n| Job | `j1` |' };
    expect((await visit('actions/runs/9')).html).toMatch(/failure[\s\S]*<h2>Failed<\/h2>[\s\S]*<code>j1<\/code>/);
    expect((await visit('issues')).html).toContain('href="/acme/docs/actions/runs/9"');
  });
});
