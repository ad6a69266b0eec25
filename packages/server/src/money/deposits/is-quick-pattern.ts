/** Choices that a pattern leaves open: how often, or which. */
const choice = /[*+?|]|\{\d+,\d*\}/g;

/** More could take a pattern through too many ways of reading a value of 128 characters. */
const mostChoices = 3;

/**
 * Whether a pattern certainly judges any value at once (ReDoS). Patterns of the catalogue are analysed
 * before; those that a provider sends along come at runtime, so that only plain ones pass: few
 * choices, and no group that is repeated.
 */
export function isQuickPattern(regex: string): boolean {
  const plain = regex
    .replace(/\\./gs, 'x')
    .replace(/\[[^\]]*\]/g, 'x')
    .replace(/\((\?(<?[=!]|:|<\w+>))?/g, '(');
  if (/\)[*+{]/.test(plain)) return false;
  return (plain.match(choice) ?? []).length <= mostChoices;
}
