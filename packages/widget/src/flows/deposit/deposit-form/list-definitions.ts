import {
  cardViewTypes,
  type Decimal,
  type FieldDefinition,
  type FieldOf,
  type PaymentMethod,
} from '@kassa/contract';

const impliedAmount: FieldOf<'amount'> = { type: 'amount', name: 'amount' };

/** The name of the field in which a player chooses their type of card (§9 cardMultipleType). */
const cardTypeName = 'cardType';

/**
 * Returns the fields of a method's form, in order: the amount, then the method's own fields. A
 * wallet has only the amount. Where a method takes several types of card, that choice comes first
 * (§9).
 * @param startAmount - the initial amount
 * @param bank - the field of the player's bank, which stands below the amount
 */
export function listDefinitions(
  { cardViewType, fields = [] }: Pick<PaymentMethod, 'cardViewType' | 'fields'>,
  startAmount?: Decimal,
  bank: FieldDefinition | null = null,
): FieldDefinition[] {
  const own = fields.some(({ type }) => type === 'amount') ? fields : [impliedAmount, ...fields];
  const listed =
    bank === null ? own : own.flatMap((one) => (one.type === 'amount' ? [one, bank] : one));
  const filled = listed.map((definition) =>
    definition.type === 'amount' && startAmount !== undefined
      ? { ...definition, value: startAmount }
      : definition,
  );
  switch (cardViewType) {
    case cardViewTypes.cardWalletOnly:
      return filled.filter(({ type }) => type === 'amount');
    case cardViewTypes.cardMultipleType: {
      const isFirst = ({ name }: FieldDefinition) => name === cardTypeName;
      return [...filled.filter(isFirst), ...filled.filter((one) => !isFirst(one))];
    }
    default:
      return filled;
  }
}
