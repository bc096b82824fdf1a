import type { HttpResponse } from '../../src/http/transport.ts';
import {
  changeAnswer,
  changeContent,
  changeSetting,
  type Mutation,
  type Place,
} from './mutations.ts';
import type { Env } from './play.ts';

/** A mutation that was carried out. */
export interface Applied {
  readonly mutation: Mutation;
  readonly how: string;
  readonly note: string;
}

/** Carries out the mutations of a case where their places come by. */
export function createTampering(mutations: readonly Mutation[]) {
  const applied: Applied[] = [];
  const answers = new Map<string, number>();

  function note(mutation: Mutation, { how, note }: Pick<Applied, 'how' | 'note'>): void {
    if (!applied.some((each) => each.mutation === mutation)) applied.push({ mutation, how, note });
  }

  function changed(content: Buffer, mutation: Mutation): Buffer {
    const change = changeContent(content, mutation);
    note(mutation, change);
    return change.content;
  }

  const isAt = <K extends Place['kind']>(
    place: Place,
    kind: K,
  ): place is Extract<Place, { kind: K }> => place.kind === kind;
  const at = <K extends Place['kind']>(
    kind: K,
    isHere: (place: Extract<Place, { kind: K }>) => boolean,
  ) =>
    mutations.flatMap((mutation) => {
      const { place } = mutation;
      return isAt(place, kind) && isHere(place) ? [{ mutation, place }] : [];
    });

  return {
    /** In the order of their first application. */
    applied,
    /** The content of a file of the workspace. */
    file: (name: string, content: Buffer): Buffer =>
      at('file', (place) => place.name === name).reduce(
        (before, { mutation }) => changed(before, mutation),
        content,
      ),
    /** The event file of an act; undefined if there is none. */
    event(act: number, content: Buffer): Buffer | undefined {
      const here = at('event', (place) => place.act === act);
      const gone = here.find(({ mutation }) => mutation.how === 'gone');
      if (gone) note(gone.mutation, { how: 'is gone', note: 'there is no such file' });
      return gone
        ? undefined
        : here.reduce((before, { mutation }) => changed(before, mutation), content);
    },
    /** The variables of the processes of an act. */
    env(act: number, original: Env): Record<string, string> {
      const env = { ...original };
      const isHere = (place: { readonly act: number }) => place.act === act;
      for (const { mutation, place } of [...at('input', isHere), ...at('variable', isHere)]) {
        const name = place.kind === 'input' ? `INPUT_${place.name.toUpperCase()}` : place.name;
        const { content, ...change } = changeSetting(place.name, env[name] ?? '', mutation);
        if (content === undefined) delete env[name];
        else env[name] = content;
        note(mutation, change);
      }
      return env;
    },
    /** What a post step gets from its step. */
    state(process: number, saved: Env): Record<string, string> {
      const state = { ...saved };
      const names = Object.keys(saved).filter((name) => saved[name]);
      for (const { mutation } of at('state', (place) => place.process === process)) {
        const name = names[mutation.seed % Math.max(1, names.length)];
        if (name !== undefined)
          state[name] = changed(Buffer.from(state[name] ?? ''), mutation).toString();
      }
      return state;
    },
    /** What arrives of an answer: the same object if no mutation is for it. */
    answer(process: number, line: string, original: HttpResponse): HttpResponse {
      const key = `${process} ${line}`;
      const nth = answers.get(key) ?? 0;
      answers.set(key, nth + 1);
      const isHere = (place: Extract<Place, { kind: 'answer' }>) =>
        place.process === process && place.line === line && (place.nth ?? nth) === nth;
      return at('answer', isHere).reduce((answer, { mutation }) => {
        const { content, ...change } = changeAnswer(answer, mutation);
        note(mutation, change);
        return content;
      }, original);
    },
  };
}
