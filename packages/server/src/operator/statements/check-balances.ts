import { addDecimals, compareDecimals, type Decimal, negateDecimal } from '@kassa/contract';
import { FileProblem } from '../../ground/files/file-problem.ts';
import { find, findAll, textAt, type XmlElement } from '../../ground/files/xml-elements.ts';
import type { StatementLine } from '../../money/requisites/statement-line.ts';
import { readAmount } from './read-entry.ts';

type Balance = 'OPBD' | 'PRCD' | 'CLBD';

/**
 * Finds out whether a statement lacks entries: where it has its opening and its closing balance in
 * one currency, their difference must be the sum of the entries. One page of several has the
 * balances of all pages at some banks, and isn't checked.
 * @throws FileProblem if one of these balances is unreadable
 */
export function findIncomplete(statement: XmlElement, lines: readonly StatementLine[]): string[] {
  if (isPage(statement)) return [];
  const currencies = new Set(
    findAll(statement, 'Bal/Amt').flatMap(({ attributes: { Ccy } }) => Ccy ?? []),
  );
  const isComplete = (currency: string) => {
    const opening =
      balanceOf(statement, 'OPBD', currency) ?? balanceOf(statement, 'PRCD', currency);
    const closing = balanceOf(statement, 'CLBD', currency);
    if (opening === null || closing === null) return true;
    const sum = lines
      .filter((line) => line.currency === currency)
      .reduce((total, line) => addDecimals(total, signed(line)), opening);
    return compareDecimals(sum, closing) === 0;
  };
  return [...currencies]
    .filter((currency) => !isComplete(currency))
    .map(
      (currency) =>
        `The statement's balances in ${currency} differ by another sum than its entries: some are missing.`,
    );
}

function isPage(statement: XmlElement): boolean {
  const page = find(statement, 'StmtPgntn');
  if (page === undefined) return false;
  return textAt(page, 'PgNb') !== '1' || !/^(true|1)$/.test(textAt(page, 'LastPgInd') ?? '');
}

/**
 * Returns a balance; null if the statement has none or several of the kind.
 * @throws FileProblem
 */
function balanceOf(statement: XmlElement, kind: Balance, currency: string): Decimal | null {
  const found = findAll(statement, 'Bal').filter(
    (balance) =>
      textAt(balance, 'Tp/CdOrPrtry/Cd') === kind &&
      find(balance, 'Amt')?.attributes.Ccy === currency,
  );
  const [balance] = found;
  if (balance === undefined || found.length > 1) return null;
  const read = readAmount(find(balance, 'Amt'));
  if ('problem' in read) {
    const { line } = balance;
    throw new FileProblem([
      `line ${line}: the amount (Amt) of the balance ${kind} ${read.problem}`,
    ]);
  }
  return signed({ amount: read.amount, isCredit: textAt(balance, 'CdtDbtInd') === 'CRDT' });
}

/** The direction of a reversal is that of its own money, as of any other entry. */
const signed = ({ amount, isCredit }: Pick<StatementLine, 'amount' | 'isCredit'>): Decimal =>
  isCredit ? amount : negateDecimal(amount);
