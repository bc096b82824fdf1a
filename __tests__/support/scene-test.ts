import { expect, test as jestTest } from '@jest/globals';
import { createScene, type Scene, type SceneOptions } from './scene.ts';

type TestOfRows<S, Row extends readonly unknown[]> = (
  name: string,
  act: (scene: S, ...row: Row) => unknown,
) => void;

interface SceneTest<S, Options> {
  (name: string, act: (scene: S) => unknown): void;
  (name: string, options: Options, act: (scene: S) => unknown): void;
  /**
   * A test per row. What a row has of the options of a scene, such as `job` and `faults`, arranges
   * the scene of its test.
   */
  each<Row extends string | number | boolean>(rows: readonly Row[]): TestOfRows<S, [Row]>;
  each<Row extends readonly [unknown, ...unknown[]]>(rows: readonly Row[]): TestOfRows<S, Row>;
  each<Row extends object>(rows: readonly (Row & Partial<Options>)[]): TestOfRows<S, [Row]>;
}

/**
 * Tests that each get a scene of their own, which is closed at their end; a test that takes no
 * scene arranges its own.
 * @param defaults options of the scenes, as far as a test or a row has no others.
 */
export function testIn<S extends AsyncDisposable, Options extends object>(
  arrange: (options: Options) => Promise<S>,
  defaults: Options,
): SceneTest<S, Options> {
  type Act = (scene: S, ...row: unknown[]) => unknown;
  const actIn = async (act: Act, options: Partial<Options>, ...row: unknown[]) => {
    if (act.length === 0) return void (await Reflect.apply(act, undefined, []));
    await using scene = await arrange({ ...defaults, ...options });
    await act(scene, ...row);
  };
  function testInScene(name: string, ...rest: [Act] | [Options, Act]): void {
    const [options, act] = rest.length === 1 ? [{}, rest[0]] : rest;
    jestTest(name, () => actIn(act, options));
  }
  const each = (rows: readonly Partial<Options>[]) => (name: string, act: Act) =>
    jestTest.each<unknown>(rows)(name, (...row: unknown[]) => {
      const options = rows.find((each) => each === row[0]) ?? {};
      return actIn(act, Object(options), ...row);
    });
  return Object.assign(testInScene, { each });
}

/** A test in a scene in which alice has labeled an issue. */
export const test: SceneTest<Scene, SceneOptions> = testIn(createScene, {});

export const testWith = (defaults: SceneOptions): SceneTest<Scene, SceneOptions> =>
  testIn(createScene, defaults);

/** The list, which must have this many items. */
export function exactly<T>(count: number, list: readonly T[]): readonly T[] {
  expect(list).toHaveLength(count);
  return list;
}
