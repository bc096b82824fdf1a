import { types } from 'node:util';

const ordinary = Function.prototype[Symbol.hasInstance];

/**
 * Jest gives tests a realm with an `Error` of its own, which the errors of node's own modules are no instances of. Outside
 * of jest there is one realm; this restores that.
 */
Object.defineProperty(Error, Symbol.hasInstance, {
  value(this: unknown, candidate: unknown): boolean {
    return (this === Error && types.isNativeError(candidate)) || ordinary.call(this, candidate);
  },
});
