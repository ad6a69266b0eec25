import { addDecimals, compareDecimals, currencySchema, type Decimal } from '@kassa/contract';
import { find, findAll, textAt, type XmlElement } from '../../ground/files/xml-elements.ts';
import { readMoney, xmlFormat } from '../../ground/read-money.ts';
import type { StatementLine } from '../../money/requisites/statement-line.ts';
import type { Movement } from './bank-reference.ts';
import { readIds, readMovementKind } from './read-movement-kind.ts';
import { cutText, readMoment, readPayerAccount } from './read-values.ts';

/** An amount of an entry or of a detail. */
interface Amount {
  amount: Decimal;
  currency: string;
}

type Read = { isBooked: boolean; lines: StatementLine[] } | { problem: string };

/**
 * Reads an entry (`Ntry`): one line, or one for each payment of a batch. Entries that aren't booked
 * have no lines.
 */
export function readEntry(
  entry: XmlElement,
  { firstLine, refer }: { firstLine: number; refer: (movement: Movement) => string },
): Read {
  const amount = readAmount(find(entry, 'Amt'));
  if ('problem' in amount) return { problem: `the amount (Amt) of the entry ${amount.problem}` };
  const direction = textAt(entry, 'CdtDbtInd');
  if (direction !== 'CRDT' && direction !== 'DBIT') {
    return { problem: 'the direction (CdtDbtInd) of the entry is malformed' };
  }
  const reversal = textAt(entry, 'RvslInd') ?? 'false';
  if (!/^(true|false|0|1)$/.test(reversal)) {
    return { problem: 'the sign of a reversal (RvslInd) of the entry is malformed' };
  }
  // Version 8 has the status in an element of its own.
  const status = textAt(entry, 'Sts/Cd', 'Sts/Prtry', 'Sts');
  if (status === null) return { problem: 'the entry has no status (Sts)' };
  if (status !== 'BOOK') return { isBooked: false, lines: [] };
  const moment = textAt(entry, 'BookgDt/DtTm', 'BookgDt/Dt', 'ValDt/DtTm', 'ValDt/Dt');
  const booked = moment === null ? null : readMoment(moment);
  if (booked === null) return { problem: 'the booking date (BookgDt) of the entry is malformed' };
  const isCredit = direction === 'CRDT';
  const isReversal = reversal === 'true' || reversal === '1';
  const details = findAll(entry, 'NtryDtls/TxDtls');
  const parts = splitBatch(details, amount, direction);
  if (parts !== null && 'problem' in parts) return parts;
  const lines = (parts ?? [{ ...amount, detail: null }]).map((part, index) => {
    const own = part.detail === null ? details : [part.detail];
    const words = readWords(entry, own, part.detail !== null);
    const money = { amount: part.amount, currency: part.currency, isCredit, isReversal };
    const { bankId, names, text, payerName, payerAccount } = words;
    const movement = isCredit ? readMovementKind(entry, own, { isReversal }) : 'payment';
    const ids = readIds(own);
    return {
      line: firstLine + index,
      bankReference: refer({
        ...money,
        bankId,
        day: booked.day,
        content: [...names, text, payerName],
      }),
      ...money,
      bookedAt: booked.at,
      text,
      payerName,
      payerAccount,
      ...(movement !== 'payment' && { movement }),
      ...(ids !== null && { ids }),
    };
  });
  return { isBooked: true, lines };
}

/** Reads an element with an amount and its currency (`Ccy`). */
export function readAmount(found: XmlElement | undefined): Amount | { problem: string } {
  const currency = currencySchema.safeParse(found?.attributes.Ccy);
  if (found === undefined || !currency.success) return { problem: 'is malformed' };
  const read = readMoney(found.text, currency.data, xmlFormat);
  return 'problem' in read ? read : { ...read, currency: currency.data };
}

/**
 * Splits an entry of several payments. Null if it is to be one line: it has one payment, whose own
 * amount may be that of the payer's currency, or the amounts of its payments aren't its own amount.
 */
function splitBatch(
  details: readonly XmlElement[],
  whole: Amount,
  direction: string,
): (Amount & { detail: XmlElement })[] | null | { problem: string } {
  if (details.length < 2) return null;
  let sum: Decimal = '0';
  const parts: (Amount & { detail: XmlElement })[] = [];
  for (const detail of details) {
    const found = find(detail, 'Amt', 'AmtDtls/TxAmt/Amt');
    const isOpposite = (textAt(detail, 'CdtDbtInd') ?? direction) !== direction;
    if (found?.attributes.Ccy !== whole.currency || isOpposite) return null;
    const amount = readAmount(found);
    if ('problem' in amount) {
      return { problem: `the amount of a payment (TxDtls) of the entry ${amount.problem}` };
    }
    sum = addDecimals(sum, amount.amount);
    parts.push({ ...amount, detail });
  }
  return compareDecimals(sum, whole.amount) === 0 ? parts : null;
}

interface Words {
  bankId: string | null;
  /** Further ids, given by payers or other banks. */
  names: (string | null)[];
  text: string | null;
  payerName: string | null;
  payerAccount: string | null;
}

/** Words that stand for a missing id. */
const noId = /^(NOT ?PROVIDED|NONREF|NOTAVAILABLE|0+|-)$/i;

const idAt = (element: XmlElement, path: string) => {
  const id = textAt(element, path);
  return id === null || noId.test(id) ? null : id;
};

/**
 * Reads the ids and texts of a line. The account servicer's reference is the bank's own id of the
 * booking; `NtryRef` counts within one file, and `EndToEndId` is the payer's, who may repeat it.
 */
function readWords(entry: XmlElement, details: readonly XmlElement[], isPart: boolean): Words {
  const [detail = entry] = details;
  const names = ['Refs/TxId', 'Refs/UETR', 'Refs/EndToEndId'].map((path) => idAt(detail, path));
  const ofDetail = details.length === 1 ? idAt(detail, 'Refs/AcctSvcrRef') : null;
  const ofEntry = idAt(entry, 'AcctSvcrRef');
  // The reference of a batch is that of all its payments.
  const name = isPart ? names.find((it) => it !== null) : undefined;
  const shared = ofEntry !== null && name !== undefined ? `${ofEntry} ${name}` : ofEntry;
  const texts = [
    ...details.flatMap((it) => [
      ...findAll(it, 'RmtInf/Ustrd'),
      ...findAll(it, 'RmtInf/Strd/CdtrRefInf/Ref'),
      ...findAll(it, 'AddtlTxInf'),
    ]),
    ...findAll(entry, 'AddtlNtryInf'),
  ].map((it) => it.text.trim());
  const payers = ['RltdPties/Dbtr/Nm', 'RltdPties/Dbtr/Pty/Nm'];
  const accounts = ['RltdPties/DbtrAcct/Id/IBAN', 'RltdPties/DbtrAcct/Id/Othr/Id'];
  return {
    bankId: ofDetail ?? shared,
    names,
    text: cutText(texts.filter((it) => it !== '').join(' ')),
    payerName: details.length === 1 ? textAt(detail, ...payers) : null,
    payerAccount: details.length === 1 ? readPayerAccount(textAt(detail, ...accounts) ?? '') : null,
  };
}
