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
  'mw4T3Ne3um9ifCXVj3cMD2BU6k9WHi7Rgg',
];

/** Enough for the rarest check digits, which one text in 100 has. */
const mostTries = 3000;

/**
 * Returns values that a form would accept: choices, example numbers, and texts of the fields' own
 * patterns with their check digits. The same seed gives the same values.
 * @throws if no text fits; then add one to this file
 */
export function sampleFields({ fields = [] }: PaymentMethod, seed: number): FieldValues {
  const asked = fields.filter(({ type, isOptional }) => type !== 'amount' && isOptional !== true);
  const values: Record<string, string> = {};
  for (const definition of asked) values[definition.name] = sampleOf(definition, values, seed);
  // Of a Pix key's two inputs a form shows one.
  if (values.pixKeyType === 'cpf') delete values.pixKey;
  return values;
}

function sampleOf(
  definition: Exclude<FieldDefinition, { type: 'amount' }>,
  others: FieldValues,
  seed: number,
): string {
  const fits = (value: string) =>
    validateField(definition, value, {}) === null &&
    validateFieldSet([definition], { ...others, [definition.name]: value }) === null;
  const found = candidatesOf(definition, seed).find(fits);
  if (found === undefined)
    throw new Error(`There is no sample for the field "${definition.name}".`);
  return found;
}

function candidatesOf(
  definition: Exclude<FieldDefinition, { type: 'amount' }>,
  seed: number,
): string[] {
  switch (definition.type) {
    case 'dropdown':
    case 'networks':
      return definition.values.map(({ value }) => value);
    case 'phone_with_prefix': {
      const { prefix, example = '612345678', validations = [] } = definition;
      const nationals = [example.replace(/\D/g, ''), ...textsOf(validations, seed)];
      return nationals.flatMap((it) => [`${prefix}${it}`, `${prefix}${it.replace(/^0/, '')}`]);
    }
    default: {
      const known = definition.name === 'address' ? wallets : ['Anna Schmidt', 'ada@example.com'];
      return [...known, ...textsOf(definition.validations ?? [], seed)];
    }
  }
}

function textsOf(rules: NonNullable<FieldDefinition['validations']>, seed: number): string[] {
  const [rule] = rules;
  if (rule === undefined)
    return fc.sample(fc.stringMatching(/^[1-9]\d{9}$/), { seed, numRuns: 10 });
  const pattern = new RegExp(rule.regex.replaceAll('\\p{L}\\p{M}', 'A-Za-z'), 'u');
  return fc.sample(fc.stringMatching(pattern), { seed, numRuns: mostTries });
}
