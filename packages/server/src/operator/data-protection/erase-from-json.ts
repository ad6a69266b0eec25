/**
 * Takes a player out of a JSON value: every text that is their id gets the other name, at any depth,
 * and every reason goes, since people write them in words of their own. The names of fields stay.
 */
export function eraseFromJson(value: unknown, names: { from: string; to: string }): unknown {
  if (value === names.from) return names.to;
  if (Array.isArray(value)) return value.map((item) => eraseFromJson(item, names));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      key === 'reason' && typeof item === 'string' ? '' : eraseFromJson(item, names),
    ]),
  );
}
