import type { SandboxClock } from '../clock.ts';

/** The emulator stamps with the time of day; all other parts of the sandbox use another clock. */
export interface TimeStamps {
  /** Before the emulator is to write something. */
  mark(): void;
  /** JSON of the emulator's, with its times by the other clock. */
  translate(json: string): string;
  clear(): void;
}

const STAMP = /"((?:\w+_at|date|pushedDate)":\s*")(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z)"/g;

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
      // Its times are in milliseconds: two moments of the other clock must not fall into one.
      let real = Date.now();
      while (last && real <= last.real + 1) real = Date.now();
      marks.push({ real, told });
    },
    translate: (json) =>
      json.replaceAll(STAMP, (_, field: string, time: string) => {
        const told = new Date(toldAt(Date.parse(time))).toISOString();
        return `"${field}${told}"`;
      }),
    clear() {
      marks = [];
    },
  };
}
