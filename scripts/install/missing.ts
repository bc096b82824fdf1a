/** A program that is not on this machine, and how to install it. */
export class Missing extends Error {}
