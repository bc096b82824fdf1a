import { TransportError } from '../../src/http/transport-error.ts';
import { answering } from './stub-service.ts';
import type { How } from './world.ts';

/** Requests, by their lines. */
export const COMMENT = /^POST github\/issues\/\d+\/comments$/;
export const EDIT = /^PATCH github\/issues\/comments\/\d+$/;
export const LIST = /^GET github\/issues\/\d+\/comments$/;
export const CREATE = /^POST service\/v2\/agent\/p\d\/job$/;
export const FOLLOW_UP = /^POST service\/v2\/agent\/p\d\/job\/[^/]+\/message$/;
export const STATUS = /^GET service\/v2\/agent\/p\d\/job\/[^/]+$/;
export const VISITORS = /^GET service\/v1\/analytics/;

/** The server answers so, and does nothing. */
export const says =
  (status: number, body: unknown = {}, headers: Readonly<Record<string, string>> = {}): How =>
  () =>
    answering(status, body, headers);

/** The connection breaks before the server does anything. */
export const reset: How = () => {
  throw new TransportError('reset', 'the connection broke before the answer');
};

/** The server does it, and its answer is lost. */
export const lost: How = (_, carryOut) => {
  carryOut();
  throw new TransportError('reset', 'the connection broke before the answer');
};

/** The server does it, and its answer is cut short. */
export const cutShort: How = (_, carryOut) => {
  carryOut();
  throw new TransportError('truncated', 'the answer was cut short');
};

/** The server does it, and never answers. */
export const mute: How = (_, carryOut) => {
  carryOut();
  return new Promise(() => {});
};

/** The server does nothing and never answers. */
export const deaf: How = () => new Promise(() => {});

/** The server does it, and answers so. */
export const doesAndSays =
  (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): How =>
  (_, carryOut) => {
    carryOut();
    return answering(status, body, headers);
  };
