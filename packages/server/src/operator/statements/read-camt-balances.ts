import type { Decimal } from '@kassa/contract';
import { FileProblem } from '../../ground/files/file-problem.ts';
import { find, textAt, type XmlElement } from '../../ground/files/xml-elements.ts';
import { type Balance, signed } from './check-balances.ts';
import { readAmount } from './read-amount.ts';

type Code = 'OPBD' | 'PRCD' | 'CLBD';

/**
 * Reads the opening and closing balances of a camt.053 statement; none if it is one page of several,
 * which has the balances of all pages at some banks. The closing balance of the day before (`PRCD`)
 * stands for an opening one.
 * @throws FileProblem if one of these balances is unreadable
 */
export function readBalances(statement: XmlElement, all: readonly XmlElement[]): Balance[] {
  if (isPage(statement)) return [];
  const found = new Map<string, XmlElement | null>();
  const currencies = new Set<string>();
  for (const element of all) {
    const currency = find(element, 'Amt')?.attributes.Ccy;
    if (currency === undefined) continue;
    currencies.add(currency);
    const key = `${textAt(element, 'Tp/CdOrPrtry/Cd')} ${currency}`;
    found.set(key, found.has(key) ? null : element);
  }
  const read = (kind: Balance['kind'], codes: readonly Code[], currency: string): Balance[] => {
    for (const code of codes) {
      const element = found.get(`${code} ${currency}`);
      if (element) return [{ kind, currency, amount: readBalance(element, code) }];
    }
    return [];
  };
  return [...currencies].flatMap((currency) => [
    ...read('opening', ['OPBD', 'PRCD'], currency),
    ...read('closing', ['CLBD'], currency),
  ]);
}

function isPage(statement: XmlElement): boolean {
  const page = find(statement, 'StmtPgntn');
  if (page === undefined) return false;
  return textAt(page, 'PgNb') !== '1' || !/^(true|1)$/.test(textAt(page, 'LastPgInd') ?? '');
}

/** @throws FileProblem */
function readBalance(element: XmlElement, code: Code): Decimal {
  const read = readAmount(find(element, 'Amt'));
  if ('problem' in read) {
    const { line } = element;
    throw new FileProblem([
      `line ${line}: the amount (Amt) of the balance ${code} ${read.problem}`,
    ]);
  }
  return signed(read.amount, textAt(element, 'CdtDbtInd') === 'CRDT');
}
