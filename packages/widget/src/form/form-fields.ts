import { type FieldDefinition, isFieldAsked } from '@kassa/contract';
import type { MessageKey } from '../i18n/text.ts';

/** One input of a form. Mostly one per definition; a Pix key has one for each of its types (§3). */
export interface FormField {
  /** Unique in the form: the definition's name, but for the inputs of a Pix key. */
  key: string;
  /** What the input asks for. */
  definition: FieldDefinition;
  /** What the server asked for, and judges by: the same, but for the inputs of a Pix key. */
  asked: FieldDefinition;
  /** The type of Pix key that the input is for. */
  pixKeyType?: string;
  /** Instead of the definition's own label. */
  labelKey?: MessageKey;
  /** The provider asked for it once the deposit was there: a code that holds for it alone, say. */
  isOfDeposit?: boolean;
}

const impliedAmount: FieldDefinition = { type: 'amount', name: 'amount' };

/** The inputs of a form, in order; the amount comes first where none is listed (§3). */
export function listFormFields(definitions: readonly FieldDefinition[]): FormField[] {
  const hasAmount = definitions.some(({ type }) => type === 'amount');
  return derivePixInputs(hasAmount ? definitions : [impliedAmount, ...definitions]);
}

/** The inputs for what a provider asks for besides (§4), which has no amount of its own. */
export function listAddedFields(definitions: readonly FieldDefinition[]): FormField[] {
  const added = derivePixInputs(definitions.filter(({ type }) => type !== 'amount'));
  return added.map((field) => ({ ...field, isOfDeposit: true }));
}

/** Of a Pix key one input per type that is sent as `pixKey`: all but `cpf`, which is `numberId`. */
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

/** A key's label and keyboard by its type. What the server's rules say is judged besides. */
function derivePixInput(
  asked: Extract<FieldDefinition, { type: 'text' }>,
  pixKeyType: string,
): Pick<FormField, 'definition' | 'labelKey'> {
  switch (pixKeyType) {
    case 'email':
      return { definition: { ...asked, category: 'email' }, labelKey: 'form.pixKey.email' };
    case 'phone': {
      // Pix is Brazil's. The rules are for the number as it is sent, with the prefix.
      const { category, mask, validations, ...shared } = asked;
      const phone = { type: 'phone_with_prefix', prefix: '+55', example: '11961234567' } as const;
      return { definition: { ...shared, ...phone }, labelKey: 'form.pixKey.phone' };
    }
    case 'random':
      return { definition: { ...asked, category: 'account' }, labelKey: 'form.pixKey.random' };
    default:
      return { definition: asked };
  }
}

/**
 * Those of a form's fields that are asked for, given the values by key: choosing `pixKeyType` leaves
 * the CPF and the input of the chosen type (§4).
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
