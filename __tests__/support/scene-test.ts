import { expect, test as jestTest } from '@jest/globals';
import { createScene, type Scene, type SceneOptions } from './scene.ts';

type Act<S> = (scene: S) => unknown;

interface SceneTest<S, Options> {
  (name: string, act: Act<S>): void;
  (name: string, options: Options, act: Act<S>): void;
  /** Jest's own, whose tests arrange their scenes themselves. */
  readonly each: typeof jestTest.each;
}

/** Tests that each get a scene of their own, which is closed at their end; a test that takes no scene arranges its own. */
export function testIn<S extends AsyncDisposable, Options = never>(
  arrange: (options?: Options) => Promise<S>,
): SceneTest<S, Options> {
  function testInScene(name: string, ...rest: [Act<S>] | [Options, Act<S>]): void {
    const [options, act] = rest.length === 1 ? [undefined, rest[0]] : rest;
    jestTest(name, async () => {
      if (act.length === 0) return void (await Reflect.apply(act, undefined, []));
      await using scene = await arrange(options);
      await act(scene);
    });
  }
  return Object.assign(testInScene, { each: jestTest.each });
}

/** A test in a scene in which alice has labeled an issue. */
export const test: SceneTest<Scene, SceneOptions> = testIn(createScene);

/** The list, which must have this many items. */
export function exactly<T>(count: number, list: readonly T[]): readonly T[] {
  expect(list).toHaveLength(count);
  return list;
}
