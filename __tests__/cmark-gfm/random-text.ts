import { createChance } from '../support/seeded-random.ts';

/** Parts of a text. Each sentence among them has a word with a number of its own. */
export type Parts = readonly string[];

/** The signs of a list that is separated by spaces; `·` is a space in a sign. */
const signs = (list: string): string[] => list.split(' ').map((sign) => sign.replaceAll('·', ' '));

/** Each on its own begins, ends or breaks something. */
const SIGNS = signs(
  `
<!-- --> <!--> <!---> ---> --!> -- <!- -> <! <? ?> ??> <![CDATA[ ]]> ]]]> <!X <!X· <!doctype·a < > /> </ </b> <b> <b <b/x <div> <div
</div> <pre> </pre> <script> </script> <script <script/x> <style> </style> <textarea> </textarea> <title> </title> <iframe> </iframe>
<details> <summary> </summary> <p·align=center> <p> </p> <https://x.example> <https:// <x·y> <i> </i> <x-y> <picture> </picture>
<video> </video> <audio> <rp> </rp> <rt> <ruby> </ruby> <template> </template> <noscript> <object> </object> <canvas> <dialog>
<dialog·open> </dialog> <table> <tr> <td> </td> </table> <ul> <ol> <li> </li> </ul> <dl> <dd> <dt> <h1> </h1> <h2> <span> </span>
<source> <img> <br> <hr> <search> <form> </form> <select> <option> </select> <input> <a> </a> <svg> </svg> </p <td/x <section> </section>
<marquee> <a@b.c> = | " ' <b·title=" <b·title=' <div·title=" <div·title=' <a·href=" <a·href=/x·title= <img·alt=" <script·a=" </b·x
\`\`\`js \`\`\` \`\` \` \`\`\`\` ~~~ ~~ \`a\` \\ \\\` \\[ \\] \\< \\| \\\\ [ ! ![ ] ]( ][ : [a] [A] [a]:·/u· [a]:·/u [a]: [a]:·/u·"
[b]: [//]:·#·( [//]:·#·" [a·b]:·<> [a·b] [comment]:·<>·( ( ) [^a] [^a]:· [^b] ![x]( ![^a] [^ ](/u·" ](/u·' ](/u·( ](< ](/u)
](/u ](<> ]() [][] [a][] [a][b] $ $$ $\` https://x http://x/ www.x.example ftp://x // - · # -- --- === * _ ** ~ a b é &#8203; &zwnj;
&lt; & &amp;#8203; &#0; | |-|- |-| :- -|- || |a|b| - + 1. 1) > · · · -·[·]· -·[x]· #·
`
    .trim()
    .replaceAll('\n', ' '),
);
const GAPS = signs(
  '· ·· ···· \t \n \n \n \n\n \n\n \n·· \n···· \n\n···· \n>· \n-· \n>\n \n·\n \r \r\n \f \v \u200b \u202e \u00a0 \u0000 \u2028',
);
const MARKS = signs('>· > -· - *· +· 1.· 2.· 1)· [^a]:· [^b]:· -·[·]· -····· >·>· -·-·');
const INDENTS = ['', '', '', ...signs('· ·· ··· ···· ····· \t ·\t ········ \t\t')];
/** Lines that begin or end a block, with each kind of HTML block (CommonMark, 4.6). */
const LINES = signs(
  '|·a·|·b·| |·-·|·-·| |-|-| a·|·b -|- ``` ~~~ ```·js --- === *** #· [a]:·/u [a]:·<u> <pre> <!-- --> <? ?> <!X <![CDATA[ ]]> <div> ' +
    '</div> <b> </b> <b·x="y"> <x [^a]·[^b]·[a]',
);

interface Draw {
  /** From 0 to before `limit`. */
  readonly below: (limit: number) => number;
  readonly oneOf: (list: readonly string[]) => string;
  readonly sentence: () => string;
}

/** Text number `number` of a seed: a series of signs, or lines in nested containers. */
export function randomText(seed: number, number: number): Parts {
  const { random } = createChance(seed * 1_000_003 + number);
  const below = (limit: number) => Math.floor(random() * limit);
  const oneOf = (list: readonly string[]) => list[below(list.length)] ?? '';
  let words = 0;
  const sentence = () => (below(4) === 0 ? `obey c${words++}x` : ` obey c${words++}x `);
  const draw: Draw = { below, oneOf, sentence };
  // With few different signs, each meets each more often.
  const few = below(3) === 0 ? SIGNS : Array.from({ length: 2 + below(12) }, () => oneOf(SIGNS));
  return number % 2 === 0 ? seriesOf(few, draw) : linesOf(few, draw);
}

function seriesOf(signs: readonly string[], { below, oneOf, sentence }: Draw): Parts {
  const gaps = Array.from({ length: 1 + below(8) }, () => oneOf(GAPS));
  return Array.from({ length: 1 + below(30) }, () =>
    below(5) === 0 ? sentence() : oneOf(below(3) === 0 ? gaps : signs),
  );
}

/** Lines that continue, leave or lazily continue the containers of the lines before. */
function linesOf(signs: readonly string[], draw: Draw): Parts {
  const { below, oneOf } = draw;
  const parts: string[] = [];
  /** How the next line continues each open container. */
  let open: string[] = [];
  for (let line = 1 + below(12); line > 0; line--) {
    const depth = below(3) > 0 ? open.length : below(open.length + 1);
    if (below(4) > 0) open = open.slice(0, depth);
    const marks = Array.from({ length: below(3) === 0 ? 1 + below(2) : 0 }, () => oneOf(MARKS));
    parts.push(...open.slice(0, depth), below(2) === 0 ? '' : oneOf(INDENTS), ...marks);
    open.push(...marks.map(continuationOf));
    parts.push(
      ...Array.from({ length: below(5) }, () => pieceOf(signs, draw)),
      below(6) === 0 ? '\n\n' : '\n',
    );
  }
  return parts;
}

function pieceOf(signs: readonly string[], { below, oneOf, sentence }: Draw): string {
  const kind = below(6);
  return kind < 2 ? sentence() : oneOf(kind === 2 ? LINES : signs);
}

const continuationOf = (mark: string): string =>
  mark.startsWith('>') ? mark : ' '.repeat(mark.startsWith('[') ? 4 : mark.length);
