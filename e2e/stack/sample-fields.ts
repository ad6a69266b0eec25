import {
  type FieldDefinition,
  type FieldValues,
  type PaymentMethod,
  validateField,
  validateFieldSet,
} from '@kassa/contract';
import fc from 'fast-check';

/** Wallets on the networks of the demo's chains, with their check sums. */
const wallets = [
  '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
  'bcrt1qcr8te4kr609gcawutmrza0j4xv80jy8zeqchgx',
  'rltc1qcr8te4kr609gcawutmrza0j4xv80jy8z8dz7lc',
  'mjrq9ZW5SJKtyor3zESeC7Sp3pFNehMCJf',
];

/** Account numbers whose check digits few random texts have. */
const ibans = ['DE89370400440532013000', 'FR1420041010050500013M02606'];

/** Enough for the other check digits, which one text in 100 has. The same texts each time. */
const samples = { seed: 1, numRuns: 3000 };

/**
 * Returns values that a form would accept, the same each time: choices, example numbers, and texts of
 * the fields' own patterns with their check digits.
 * @throws if no text fits; then add one to this file
 */
export function sampleFields({ fields = [] }: PaymentMethod): FieldValues {
  const values: Record<string, string> = {};
  for (const definition of fields) {
    if (definition.type === 'amount' || definition.isOptional === true) continue;
    values[definition.name] = sampleOf(definition, values);
  }
  // Of a Pix key's two inputs a form shows one.
  if (values.pixKeyType === 'cpf') delete values.pixKey;
  return values;
}

function sampleOf(
  definition: Exclude<FieldDefinition, { type: 'amount' }>,
  others: FieldValues,
): string {
  const fits = (value: string) =>
    validateField(definition, value, {}) === null &&
    validateFieldSet([definition], { ...others, [definition.name]: value }) === null;
  const found = candidatesOf(definition).find(fits);
  if (found === undefined)
    throw new Error(`There is no sample for the field "${definition.name}".`);
  return found;
}

function candidatesOf(definition: Exclude<FieldDefinition, { type: 'amount' }>): string[] {
  switch (definition.type) {
    case 'dropdown':
    case 'networks':
      // One with limits of its own may not take the method's minimum.
      return [...definition.values]
        .sort((a, b) => Number('limits' in a) - Number('limits' in b))
        .map(({ value }) => value);
    case 'phone_with_prefix': {
      const { prefix, example = '612345678', validations = [] } = definition;
      const nationals = [example.replace(/\D/g, ''), ...textsOf(validations)];
      return nationals.flatMap((it) => [`${prefix}${it}`, `${prefix}${it.replace(/^0/, '')}`]);
    }
    default: {
      const isWallet = definition.name === 'address';
      const known = isWallet ? wallets : ['Anna Schmidt', 'ada@example.com', ...ibans];
      return [...known, ...textsOf(definition.validations ?? [])];
    }
  }
}

function textsOf(rules: NonNullable<FieldDefinition['validations']>): string[] {
  const [rule] = rules;
  if (rule === undefined)
    return fc.sample(fc.stringMatching(/^[1-9]\d{9}$/), { ...samples, numRuns: 10 });
  const pattern = new RegExp(rule.regex.replaceAll('\\p{L}\\p{M}', 'A-Za-z'), 'u');
  // The simulated bank knows no account that ends in 0000.
  return fc.sample(fc.stringMatching(pattern), samples).filter((text) => !text.endsWith('0000'));
}
