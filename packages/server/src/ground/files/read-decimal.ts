import { type Decimal, decimalSchema } from '@kassa/contract';

/**
 * Reads an amount as XML Schema spells decimals (`5.`, `.5`, `+5`); null if it isn't one. Signs of
 * less than zero and exponents are none.
 */
export function readDecimal(text: string): Decimal | null {
  const [, whole = '', part = ''] = /^\+?(\d*)(?:\.(\d*))?$/.exec(text.trim()) ?? [];
  if (whole === '' && part === '') return null;
  const spelled = `${whole.replace(/^0+(?=\d)/, '') || '0'}${part === '' ? '' : `.${part}`}`;
  return decimalSchema.safeParse(spelled).data ?? null;
}
