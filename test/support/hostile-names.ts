import fc from 'fast-check';

/**
 * Names that mean something to JavaScript, or to what stores rows: as the name of a property that comes from outside each
 * of them has once hidden a method, changed a prototype or told a library that an object is of another class.
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

/** One of them, or any other name of up to 40 characters. `__proto__`, which is refused everywhere, comes seldom. */
export const hostileName = fc.oneof(
  { weight: 20, arbitrary: fc.constantFrom(...HOSTILE_NAMES.filter((name) => name !== '__proto__')) },
  { weight: 1, arbitrary: fc.constant('__proto__') },
  { weight: 5, arbitrary: fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme-ascii' }) },
);
