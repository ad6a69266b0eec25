import type { CatalogMethod, CatalogProblem } from './catalog-schema.ts';
import { type Placed, problemAt } from './read-catalog-file.ts';

/** `cvv`, `card_cvc2`, `securityCode`. */
const verificationCode = /cvv|cvc|^csc|^cid$|securitycode|verification(code|value)/;

/** `card`, `card_number`, `creditCardNo`, `pan`; the category `card` as well. */
const cardNumber = /card(number|num|no|pan)?$|^cc(number|num|no)?$|^pan$/;

/**
 * Card data stays out of our reach (design §3.8): a card's code is never asked for, its number only
 * where the connector declares PCI scope. Fields are known by their names and category.
 */
export function checkCardData(
  placed: Placed<CatalogMethod>,
  hasPciScope: (connector: string) => boolean,
): CatalogProblem[] {
  const { fields = [], connector } = placed.entry;
  return fields.flatMap(({ name, alias = '', category = '' }, index) => {
    const words = [name, alias, category].map((word) => word.toLowerCase().replace(/[^a-z]/g, ''));
    const report = (message: string) => [problemAt(placed, `fields.${index}`, message)];
    if (words.some((word) => verificationCode.test(word))) {
      return report(`"${name}" asks for a card's security code, which nobody may keep`);
    }
    if (words.some((word) => cardNumber.test(word)) && !hasPciScope(connector)) {
      return report(
        `"${name}" asks for a card's number, and the connector "${connector}" has no PCI scope`,
      );
    }
    return [];
  });
}
