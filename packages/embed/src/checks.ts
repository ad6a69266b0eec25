/** Says whether a value is of a type. Small enough to go to every host page, unlike a schema library. */
export type Check<Type> = (value: unknown) => value is Type;

export const isText = (value: unknown): value is string => typeof value === 'string';

/** JSON's 1e999 is read as Infinity, which is no number of the protocol. */
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

/** For a field that may be left out. JSON's null is a value. */
export function optional<Type>(check: Check<Type>): Check<Type | undefined> {
  return (value): value is Type | undefined => value === undefined || check(value);
}

/** Checks each named field; others are let through. */
export function hasFields<Type>(
  fields: {
    [Field in keyof Type]-?: Check<Type[Field]>;
  },
): Check<Type> {
  const checks = Object.entries<Check<unknown>>(fields);
  return (value): value is Type =>
    isRecord(value) && checks.every(([field, check]) => check(value[field]));
}
