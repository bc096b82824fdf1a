import { types } from 'node:util';

const ordinary = Function.prototype[Symbol.hasInstance];

/**
 * Jest runs tests in a realm with its own `Error`, so that errors of node's modules are not
 * instances of it. Outside Jest, there is only one realm; this restores that behavior.
 */
Object.defineProperty(Error, Symbol.hasInstance, {
  value(this: unknown, candidate: unknown): boolean {
    return (this === Error && types.isNativeError(candidate)) || ordinary.call(this, candidate);
  },
});
