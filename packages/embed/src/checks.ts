/**
 * Tells whether a value has a type. Checks are small enough for every host page, unlike a schema
 * library.
 */
export type Check<Type> = (value: unknown) => value is Type;

export const isText = (value: unknown): value is string => typeof value === 'string';

/** JSON.parse reads 1e999 as Infinity, which the protocol doesn't allow. */
export const isNumber = (value: unknown): value is number => Number.isFinite(value);

export const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';

export const isList = (value: unknown): value is unknown[] => Array.isArray(value);

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !isList(value);

export function isOneOf<const Value>(...values: readonly Value[]): Check<Value> {
  const known: readonly unknown[] = values;
  return (value): value is Value => known.includes(value);
}

export function either<One, Other>(one: Check<One>, other: Check<Other>): Check<One | Other> {
  return (value): value is One | Other => one(value) || other(value);
}

/** Allows undefined. JSON's null is a value and is not allowed. */
export function optional<Type>(check: Check<Type>): Check<Type | undefined> {
  return (value): value is Type | undefined => value === undefined || check(value);
}

/** Checks each named field and allows others. */
export function hasFields<Type>(
  fields: {
    [Field in keyof Type]-?: Check<Type[Field]>;
  },
): Check<Type> {
  const checks = Object.entries<Check<unknown>>(fields);
  return (value): value is Type =>
    isRecord(value) && checks.every(([field, check]) => check(value[field]));
}
