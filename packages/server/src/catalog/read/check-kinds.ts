import { cardViewTypes } from '@kassa/contract';
import {
  type CatalogField,
  type CatalogMethod,
  type CatalogProblem,
  isCoinDeposit,
} from '../catalog-schema.ts';
import { type Placed, problemAt } from './read-catalog-file.ts';

/**
 * The field in which the player chooses the card type; its choices are shown with the logos of the
 * same name.
 */
const cardTypeName = 'cardType';

/**
 * Checks the requirements of a method's kind (§9 card view types): a wallet has no fields, several
 * card types need a dropdown, a one-click form has no required field, a crypto deposit takes its time
 * from its network, and an on-ramp has no fee besides its sellers'.
 */
export function checkKind(placed: Placed<CatalogMethod>): CatalogProblem[] {
  const { cardViewType, fee, oneClick = false, fields = [] } = placed.entry;
  const report = (field: string, message: string) => problemAt(placed, field, message);
  if (cardViewType === cardViewTypes.cardWalletOnly && fields.length > 0) {
    return [report('fields', 'a wallet-only method (cardViewType 2) must not have fields')];
  }
  const problems: CatalogProblem[] = [];
  if (isCoinDeposit(placed.entry) && placed.entry.usualMinutes !== undefined) {
    problems.push(report('usualMinutes', 'comes from the network of a coin (§9)'));
  }
  if (cardViewType === cardViewTypes.cardMultipleType && !fields.some(isCardType)) {
    const message = `several card types (cardViewType 4) need a required dropdown "${cardTypeName}"`;
    problems.push(report('fields', message));
  }
  if (cardViewType === cardViewTypes.onramp && fee !== undefined) {
    const message = 'the sellers of an on-ramp (cardViewType 13) take their own fees';
    problems.push(report('fee', message));
  }
  if (oneClick) {
    fields.forEach((field, index) => {
      if (field.type === 'amount' || field.isOptional === true) return;
      const message = `"${field.name}" is required, which one-click payment (oneClick) doesn't allow`;
      problems.push(report(`fields.${index}`, message));
    });
  }
  return problems;
}

function isCardType({ name, type, isOptional = false }: CatalogField): boolean {
  return name === cardTypeName && type === 'dropdown' && !isOptional;
}

/** Lists the logos that a form shows besides those of its method, with their paths. */
export function listChoiceIcons({
  fields = [],
}: Pick<CatalogMethod, 'fields'>): { iconId: string; path: string }[] {
  return fields.flatMap((field, index) => {
    if (field.type !== 'dropdown') return [];
    return field.values.flatMap(({ value, iconId }, choice) => {
      const path = `fields.${index}.values.${choice}`;
      if (field.name === cardTypeName) return [{ iconId: value, path: `${path}.value` }];
      return iconId === undefined ? [] : [{ iconId, path: `${path}.iconId` }];
    });
  });
}
