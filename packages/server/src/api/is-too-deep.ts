/** No call's body comes near; what nests deeper was made to wear out whoever walks it. */
const deepest = 16;

/** Whether a parsed body nests deeper than any call needs. */
export function isTooDeep(value: unknown, levelsLeft = deepest): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levelsLeft === 0 || Object.values(value).some((part) => isTooDeep(part, levelsLeft - 1));
}
