import type { SandboxClock } from '../clock.ts';

/** Translates the emulator's time stamps, which are system times, to the sandbox's clock, in whole seconds as GitHub's. */
export interface TimeStamps {
  /** Records the current times of both clocks; called before each write to the emulator. */
  mark(): void;
  /** The emulator's JSON with its times translated. */
  translate(json: string): string;
  clear(): void;
}

/** Begins with the end of the field's name: that is found much faster than the beginning of any name. */
const STAMP = /((?:_at|"date|"pushedDate)":\s*")(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z)"/g;

export function createTimeStamps({ now }: Pick<SandboxClock, 'now'>): TimeStamps {
  if (now === Date.now) return { mark() {}, translate: (json) => json, clear() {} };
  let marks: { readonly real: number; readonly told: number }[] = [];

  function toldAt(real: number): number {
    const mark = marks.findLast((each) => each.real <= real) ?? marks[0];
    return mark ? mark.told : now();
  }

  return {
    mark() {
      const last = marks.at(-1);
      const told = now();
      if (last?.told === told) return;
      // The emulator's times have a resolution of 1 ms: two times of the sandbox's clock need different ones.
      let real = Date.now();
      while (last && real <= last.real + 1) real = Date.now();
      marks.push({ real, told });
    },
    translate: (json) =>
      json.replaceAll(STAMP, (_, field: string, time: string) => {
        const told = new Date(toldAt(Date.parse(time))).toISOString();
        return `${field}${told.slice(0, 19)}Z"`;
      }),
    clear() {
      marks = [];
    },
  };
}
