import { diallingByCountry, type FieldOf, type FieldType } from '@kassa/contract';

type Overrides<Type extends FieldType> = Partial<Omit<FieldOf<Type>, 'type'>>;

/** A text field; a test sets only the relevant properties. */
export function buildTextField(overrides: Overrides<'text'> = {}): FieldOf<'text'> {
  return { type: 'text', name: 'holder', placeholder: { en: 'Account holder' }, ...overrides };
}

/** A text field for capital letters. */
export function buildUppercaseField(
  overrides: Overrides<'text_uppercase'> = {},
): FieldOf<'text_uppercase'> {
  return { type: 'text_uppercase', name: 'pan', placeholder: { en: 'PAN' }, ...overrides };
}

/** A phone number of Bangladesh. */
export function buildPhoneField(
  overrides: Overrides<'phone_with_prefix'> = {},
): FieldOf<'phone_with_prefix'> {
  return {
    type: 'phone_with_prefix',
    name: 'phone',
    placeholder: { en: 'Phone number' },
    prefix: '+880',
    example: '1812-345678',
    dialling: diallingByCountry.bd,
    ...overrides,
  };
}

/** A choice of banks, by default with English texts only. */
export function buildDropdownField(
  overrides: Overrides<'dropdown'> = {},
  banks: readonly string[] = ['Alfa', 'Bravo', 'Charlie'],
): FieldOf<'dropdown'> {
  return {
    type: 'dropdown',
    name: 'bank',
    placeholder: { en: 'Bank' },
    values: banks.map((name) => ({ value: name.toLowerCase(), text: { en: name } })),
    ...overrides,
  };
}

/** A choice of networks: one with its own range, one without. */
export function buildNetworksField(overrides: Overrides<'networks'> = {}): FieldOf<'networks'> {
  return {
    type: 'networks',
    name: 'network',
    placeholder: { en: 'Network' },
    values: [
      { value: 'erc20', text: { en: 'ERC-20' } },
      { value: 'trc20', text: { en: 'TRC-20' }, limits: { min: '30', max: '300' } },
    ],
    ...overrides,
  };
}

/** The fields of a Pix payment (§3 "Pix fields"): the type of key, the payer's CPF, and the key. */
export function buildPixFields(): [FieldOf<'dropdown'>, FieldOf<'text'>, FieldOf<'text'>] {
  return [
    {
      type: 'dropdown',
      name: 'pixKeyType',
      placeholder: { en: 'Type of Pix key', pt: 'Tipo de chave Pix' },
      values: [
        { value: 'cpf', text: { en: 'CPF' } },
        { value: 'email', text: { en: 'Email', pt: 'E-mail' } },
        { value: 'phone', text: { en: 'Phone', pt: 'Celular' } },
        { value: 'random', text: { en: 'Random key', pt: 'Chave aleatória' } },
      ],
    },
    {
      type: 'text',
      name: 'numberId',
      placeholder: { en: 'CPF' },
      category: 'document',
      mask: '000.000.000-00',
      taxId: 'cpf',
      validations: [{ regex: '^\\d{11}$' }],
    },
    { type: 'text', name: 'pixKey', placeholder: { en: 'Pix key', pt: 'Chave Pix' } },
  ];
}
