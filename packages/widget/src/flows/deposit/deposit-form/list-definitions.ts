import {
  cardViewTypes,
  type Decimal,
  type FieldDefinition,
  type FieldOf,
  type PaymentMethod,
} from '@kassa/contract';

const impliedAmount: FieldOf<'amount'> = { type: 'amount', name: 'amount' };

/** The field by which a player says which of several cards they pay with (§9 cardMultipleType). */
const cardTypeName = 'cardType';

/**
 * What the form of a method asks for, in order: the method's own fields behind the amount; of a wallet
 * the amount alone; where there are several types of card, that choice before all else (§9).
 * @param startAmount - what stands in the amount's box at first
 */
export function listDefinitions(
  { cardViewType, fields = [] }: Pick<PaymentMethod, 'cardViewType' | 'fields'>,
  startAmount?: Decimal,
): FieldDefinition[] {
  const listed = fields.some(({ type }) => type === 'amount') ? fields : [impliedAmount, ...fields];
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
