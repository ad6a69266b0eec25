import { type Dialling, type FieldDefinition, isFieldAsked } from '@kassa/contract';
import type { MessageKey } from '../i18n/text.ts';

/** One input of a form: one per definition, except that a Pix key has one for each type (§3). */
export interface FormField {
  /** Unique in the form: the definition's name, except for the inputs of a Pix key. */
  key: string;
  /** The definition of the input. */
  definition: FieldDefinition;
  /**
   * The definition that the server sent and validates by. Differs only for the inputs of a Pix key.
   */
  asked: FieldDefinition;
  /** The type of Pix key that the input is for. */
  pixKeyType?: string;
  /** Replaces the definition's own label. */
  labelKey?: MessageKey;
  /**
   * The provider asked for it after the deposit was created. Its value, a code for example, is
   * valid for that deposit alone.
   */
  isOfDeposit?: boolean;
}

const impliedAmount: FieldDefinition = { type: 'amount', name: 'amount' };

/** Returns the inputs of a form, in order; the amount comes first where none is listed (§3). */
export function listFormFields(definitions: readonly FieldDefinition[]): FormField[] {
  const hasAmount = definitions.some(({ type }) => type === 'amount');
  return derivePixInputs(hasAmount ? definitions : [impliedAmount, ...definitions]);
}

/** Returns the inputs for the fields that a provider asks for later (§4), without an amount. */
export function listAddedFields(definitions: readonly FieldDefinition[]): FormField[] {
  const added = derivePixInputs(definitions.filter(({ type }) => type !== 'amount'));
  return added.map((field) => ({ ...field, isOfDeposit: true }));
}

/**
 * Replaces a Pix key by an input per type that is sent as `pixKey`. `cpf` is sent as `numberId`.
 */
function derivePixInputs(definitions: readonly FieldDefinition[]): FormField[] {
  const types = definitions.find(({ name }) => name === 'pixKeyType');
  const pixTypes = types !== undefined && 'values' in types ? types.values : [];
  return definitions.flatMap((asked): FormField[] => {
    if (asked.name !== 'pixKey' || asked.type !== 'text' || pixTypes.length === 0) {
      return [{ key: asked.name, definition: asked, asked }];
    }
    return pixTypes
      .filter(({ value }) => value !== 'cpf')
      .map(({ value }) => ({
        key: `${asked.name}.${value}`,
        asked,
        pixKeyType: value,
        ...derivePixInput(asked, value),
      }));
  });
}

/** As the server's table has it, which is too large for a page. */
export const dialledInBrazil: Dialling = {
  international: '00(?:1[245]|2[1-35]|31|4[13]|[56]5|99)',
  national: '[1-467]\\d{9,10}|55[0-46-9]\\d{8}|[34]\\d{7}|55\\d{7,8}|(?:5[0-46-9]|[89]\\d)\\d{7,9}',
  trunk: '(?:0|90)(?:(1[245]|2[1-35]|31|4[13]|[56]5|99)(\\d{10,11}))?',
  trunkTo: '$2',
};

/**
 * Returns the label and keyboard for a type of Pix key. The server's rules are validated as well.
 */
function derivePixInput(
  asked: Extract<FieldDefinition, { type: 'text' }>,
  pixKeyType: string,
): Pick<FormField, 'definition' | 'labelKey'> {
  switch (pixKeyType) {
    case 'cnpj': {
      const { showsCardIssuer: _, ...shared } = asked;
      const number = { type: 'text_uppercase', category: 'document', taxId: 'cnpj' } as const;
      const validations = [{ regex: '^[0-9A-Z]{12}\\d{2}$', regex_error_key: 'field.rule.cnpj' }];
      const definition = { ...shared, ...number, mask: '**.***.***/****-00', validations };
      return { definition, labelKey: 'form.pixKey.cnpj' };
    }
    case 'email':
      return { definition: { ...asked, category: 'email' }, labelKey: 'form.pixKey.email' };
    case 'phone': {
      // Pix exists in Brazil alone. The rules apply to the number as it is sent, with the prefix.
      const { category, mask, validations, ...shared } = asked;
      const phone = { type: 'phone_with_prefix', prefix: '+55', example: '11961234567' } as const;
      return {
        definition: { ...shared, ...phone, dialling: dialledInBrazil },
        labelKey: 'form.pixKey.phone',
      };
    }
    case 'random':
      return { definition: { ...asked, category: 'account' }, labelKey: 'form.pixKey.random' };
    default:
      return { definition: asked };
  }
}

/**
 * Returns the fields that the form asks for, given the values by key. The choice of `pixKeyType`
 * leaves the CPF or the input of the chosen type (§4).
 */
export function filterAsked(
  fields: readonly FormField[],
  readValue: (key: string) => string,
): FormField[] {
  const definitions = fields.map(({ asked }) => asked);
  const chosen = readValue('pixKeyType');
  return fields.filter(
    ({ asked, pixKeyType }) =>
      isFieldAsked(definitions, asked, { pixKeyType: chosen }) &&
      (pixKeyType === undefined || pixKeyType === chosen),
  );
}
