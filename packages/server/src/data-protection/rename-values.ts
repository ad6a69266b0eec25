/** Replaces every text that is `from`, at any depth of a JSON value; the names of fields stay. */
export function renameValues(value: unknown, names: { from: string; to: string }): unknown {
  if (value === names.from) return names.to;
  if (Array.isArray(value)) return value.map((item) => renameValues(item, names));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, renameValues(item, names)]),
  );
}
