import type { HttpResponse } from '../../src/http/transport.ts';
import { changeAnswer, changeContent, changeSetting, type Mutation, type Place } from './mutations.ts';
import type { Env } from './settings.ts';

/** A mutation that was carried out. */
export interface Applied {
  readonly mutation: Mutation;
  readonly how: string;
  readonly note: string;
}

/** Carries out the mutations of a case where their places come by. */
export interface Tampering {
  /** In the order of their first application. */
  readonly applied: readonly Applied[];
  /** The content of a file of the workspace. */
  file(name: string, content: Buffer): Buffer;
  /** The event file of an act; undefined if there is none. */
  event(act: number, content: Buffer): Buffer | undefined;
  /** The variables of the processes of an act. */
  env(act: number, original: Env): Record<string, string>;
  /** What a post step gets from its step. */
  state(process: number, saved: Env): Record<string, string>;
  /** What arrives of an answer: the same object if no mutation is for it. */
  answer(process: number, line: string, answer: HttpResponse): HttpResponse;
}

export function createTampering(mutations: readonly Mutation[]): Tampering {
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

  const at = <K extends Place['kind']>(kind: K) =>
    mutations.flatMap((mutation) => (isAt(mutation.place, kind) ? [{ mutation, place: mutation.place }] : []));
  const ofAnswers = at('answer');

  return {
    applied,
    file(name, content) {
      const here = at('file').filter(({ place }) => place.name === name);
      return here.reduce((before, { mutation }) => changed(before, mutation), content);
    },
    event(act, content) {
      const here = at('event').filter(({ place }) => place.act === act);
      const gone = here.find(({ mutation }) => mutation.how === 'gone');
      if (gone) note(gone.mutation, { how: 'is gone', note: 'there is no such file' });
      return gone ? undefined : here.reduce((before, { mutation }) => changed(before, mutation), content);
    },
    env(act, original) {
      const env = { ...original };
      const named = [
        ...at('input').map(({ mutation, place }) => ({ mutation, place, name: `INPUT_${place.name.toUpperCase()}` })),
        ...at('variable').map(({ mutation, place }) => ({ mutation, place, name: place.name })),
      ];
      for (const { mutation, name } of named.filter(({ place }) => place.act === act)) {
        const { content, ...change } = changeSetting(env[name] ?? '', mutation);
        if (content === undefined) delete env[name];
        else env[name] = content;
        note(mutation, change);
      }
      return env;
    },
    state(process, saved) {
      const state = { ...saved };
      const names = Object.keys(saved).filter((name) => saved[name]);
      for (const { mutation } of at('state').filter(({ place }) => place.process === process)) {
        const name = names[mutation.seed % Math.max(1, names.length)];
        if (name !== undefined) state[name] = changed(Buffer.from(state[name] ?? ''), mutation).toString();
      }
      return state;
    },
    answer(process, line, original) {
      if (ofAnswers.length === 0) return original;
      const key = `${process} ${line}`;
      const nth = answers.get(key) ?? 0;
      answers.set(key, nth + 1);
      const here = ofAnswers.filter(
        ({ place }) => place.process === process && place.line === line && (place.nth ?? nth) === nth,
      );
      return here.reduce((answer, { mutation }) => {
        const { content, ...change } = changeAnswer(answer, mutation);
        note(mutation, change);
        return content;
      }, original);
    },
  };
}

const isAt = <K extends Place['kind']>(place: Place, kind: K): place is Extract<Place, { kind: K }> =>
  place.kind === kind;
