import { currencySchema, type Decimal } from '@kassa/contract';
import type { XmlElement } from '../../ground/files/xml-elements.ts';
import { readMoney, xmlFormat } from '../../ground/read-money.ts';

/** An amount of an entry, of a detail or of a balance. */
export interface Amount {
  amount: Decimal;
  currency: string;
}

/** Reads an element of camt.053 with an amount and its currency (`Ccy`). */
export function readAmount(found: XmlElement | undefined): Amount | { problem: string } {
  const currency = currencySchema.safeParse(found?.attributes.Ccy);
  if (found === undefined || !currency.success) return { problem: 'is malformed' };
  const read = readMoney(found.text, currency.data, xmlFormat);
  return 'problem' in read ? read : { ...read, currency: currency.data };
}
