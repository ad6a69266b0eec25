import type { FieldDefinition, FieldOf } from '@kassa/contract';
import type { CatalogMethod, CatalogProblem } from '../catalog-schema.ts';
import { type Placed, problemAt } from './read-catalog-file.ts';

/** `cvv`, `card_cvc2`, `securityCode`. */
const verificationCode = /cvv|cvc|^csc|^cid$|securitycode|verification(code|value)/;

/** Names of the security code that are the same in all languages: `CVV`, `CVV2/CVC2`. */
const printedCode = /\b(cvv|cvc)2?\b/i;

/** `card`, `card_number`, `creditCardNo`, `pan`; the category `card` as well. */
const cardNumber = /card(number|num|no|pan)?$|^cc(number|num|no)?$|^pan$/;

/** Rules that only a BIN passes. A BIN is no cardholder data. */
const binRules: ReadonlySet<string> = new Set(['^\\d{6}$', '^\\d{8}$', '^\\d{6,8}$']);

type AskedField = Pick<
  FieldDefinition,
  'name' | 'alias' | 'category' | 'placeholder' | 'validations'
> &
  Pick<FieldOf<'text'>, 'showsCardIssuer'>;

/**
 * Returns the card data that a field asks for: the security code, the card number, or null. Detects
 * it by the field's names, category, placeholder, and by whether it shows a card's issuer.
 */
export function findCardData({
  name,
  alias = '',
  category,
  placeholder = {},
  validations = [],
  showsCardIssuer = false,
}: AskedField): 'code' | 'number' | null {
  if (Object.values(placeholder).some((text) => printedCode.test(text))) return 'code';
  const words = [name, alias, category ?? ''].map((word) =>
    word.toLowerCase().replace(/[^a-z]/g, ''),
  );
  if (words.some((word) => verificationCode.test(word))) return 'code';
  if (words.some((word) => cardNumber.test(word))) return 'number';
  const isBin = validations.some(({ regex }) => binRules.has(regex));
  return showsCardIssuer && !isBin ? 'number' : null;
}

/**
 * Checks that card data never reaches Kassa (design §3.8): no field may ask for a security code,
 * and only connectors that declare PCI scope may ask for a card number. Where a method has routes,
 * `checkRoutes` asks that of their accounts.
 */
export function checkCardData(
  placed: Placed<CatalogMethod>,
  hasPciScope: (connector: string) => boolean,
): CatalogProblem[] {
  const { fields = [], connector, routes } = placed.entry;
  return fields.flatMap((field, index) => {
    const { name } = field;
    const data = findCardData(field);
    const report = (message: string) => [problemAt(placed, `fields.${index}`, message)];
    if (data === 'code') {
      return report(`"${name}" asks for a card's security code, which must never be stored`);
    }
    if (data === 'number' && routes === undefined && !hasPciScope(connector)) {
      return report(
        `"${name}" asks for a card's number, and the connector "${connector}" has no PCI scope`,
      );
    }
    return [];
  });
}
