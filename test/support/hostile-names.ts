import fc from 'fast-check';

/**
 * Names that have a meaning in JavaScript or in row storage. As a property name from outside, each of them has once
 * hidden a method, changed a prototype or made a library mistake the type of an object.
 */
export const HOSTILE_NAMES = [
  'constructor',
  '__proto__',
  'prototype',
  'toString',
  'toLocaleString',
  'valueOf',
  'toJSON',
  'hasOwnProperty',
  'isPrototypeOf',
  'propertyIsEnumerable',
  '__defineGetter__',
  '__defineSetter__',
  '__lookupGetter__',
  '__lookupSetter__',
  'then',
  'length',
  'size',
  'name',
  'caller',
  'arguments',
  'get',
  'set',
  'pk',
  'sk',
  'expires_at',
  'undefined',
  'null',
  'NaN',
  '0',
  '-1',
] as const;

/** One of these names, or any other name of up to 40 characters. `__proto__`, which is rejected everywhere, is rare. */
export const hostileName = fc.oneof(
  { weight: 20, arbitrary: fc.constantFrom(...HOSTILE_NAMES.filter((name) => name !== '__proto__')) },
  { weight: 1, arbitrary: fc.constant('__proto__') },
  { weight: 5, arbitrary: fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme-ascii' }) },
);
