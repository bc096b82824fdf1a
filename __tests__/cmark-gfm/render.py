"""Renders Markdown as GitHub does. Reads one JSON array of texts per line, and writes one JSON array of HTML per line."""

import json
import sys

from cmarkgfm import _cmark, cmark

OPTIONS = cmark.Options.CMARK_OPT_UNSAFE | cmark.Options.CMARK_OPT_FOOTNOTES | cmark.Options.CMARK_OPT_GITHUB_PRE_LANG
EXTENSIONS = ["table", "strikethrough", "autolink", "tagfilter", "tasklist"]


def render(text):
    """Like `markdown_to_html_with_extensions`, which fails where cmark-gfm cuts a character in two."""
    parser = cmark.parser_new(OPTIONS)
    for name in EXTENSIONS:
        cmark.parser_attach_syntax_extension(parser, cmark.find_syntax_extension(name))
    cmark.parser_feed(parser, text.encode("utf-8", "replace").decode("utf-8"))
    root = cmark.parser_finish(parser)
    html = _cmark.lib.cmark_render_html(root, OPTIONS, cmark.parser_get_syntax_extensions(parser))
    cmark.parser_free(parser)
    return _cmark.ffi.string(html).decode("utf-8", "replace")


cmark.core_extensions_ensure_registered()
for line in sys.stdin:
    print(json.dumps([render(text) for text in json.loads(line)]), flush=True)
