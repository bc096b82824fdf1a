/** `1 file`, `1,003 files`, `1 more file`. */
export const plural = (count: number, noun: string): string => `${number(count)} ${noun}${count === 1 ? '' : 's'}`;

/** `1,003`. */
export const number = (value: number): string => value.toLocaleString('en');

/** `1 person`, `1,003 people`. */
export const people = (count: number): string => `${number(count)} ${count === 1 ? 'person' : 'people'}`;
