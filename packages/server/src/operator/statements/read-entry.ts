import { addDecimals, compareDecimals, type Decimal } from '@kassa/contract';
import { find, textAt, type XmlElement } from '../../ground/files/xml-elements.ts';
import { takeTurns } from '../../ground/take-turns.ts';
import { mayNamePayment, mayNamePayout } from '../../money/provider-events/find-references.ts';
import type { StatementLine } from '../../money/requisites/statement-line.ts';
import type { Movement } from './bank-reference.ts';
import { type Amount, readAmount } from './read-amount.ts';
import { type Detail, idAt, textsAt } from './read-detail.ts';
import { joinIds, readKind, resolveMovementKind } from './read-movement-kind.ts';
import { cutText, joinTexts, readMoment } from './read-values.ts';

type Read = { isBooked: boolean; lines: StatementLine[] } | { problem: string };

/**
 * Reads an entry (`Ntry`): one line, or one for each payment of a batch. Entries that aren't booked
 * have no lines. The event loop gets its turns, since a batch may be as large as a file.
 */
export async function readEntry(
  entry: XmlElement,
  details: readonly Detail[],
  { firstLine, refer }: { firstLine: number; refer: (movement: Movement) => string },
): Promise<Read> {
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
  const parts = await splitBatch(details, amount, direction);
  if (parts !== null && 'problem' in parts) return parts;
  const saidOfEntry = readKind(entry);
  const lines: StatementLine[] = [];
  const takeTurn = takeTurns();
  for (const part of parts ?? [{ ...amount, detail: null }]) {
    const own = part.detail === null ? details : [part.detail];
    const money = { amount: part.amount, currency: part.currency, isCredit, isReversal };
    const { bankId, names, text, content, payerName, payerAccount } = readWords(
      entry,
      own,
      part.detail !== null,
    );
    const movement = isCredit
      ? resolveMovementKind([...own, saidOfEntry], { isReversal })
      : 'payment';
    // Of several payments in one line a payer's id names one of them, not all.
    const mayName = own.length === 1 ? mayNamePayment : mayNamePayout;
    const ids = joinIds(own.flatMap((detail) => detail.ids).filter(mayName));
    lines.push({
      line: firstLine + lines.length,
      bankReference: refer({
        ...money,
        bankId,
        day: booked.day,
        content: [...names, content, payerName],
      }),
      ...money,
      bookedAt: booked.at,
      text,
      payerName: cutText(payerName ?? ''),
      payerAccount,
      ...(movement !== 'payment' && { movement }),
      ...(ids !== null && { ids }),
    });
    await takeTurn();
  }
  return { isBooked: true, lines };
}

/**
 * Splits an entry of several payments. Null if it is to be one line: it has one payment, whose own
 * amount may be that of the payer's currency, or the amounts of its payments aren't its own amount.
 */
async function splitBatch(
  details: readonly Detail[],
  whole: Amount,
  direction: string,
): Promise<(Amount & { detail: Detail })[] | null | { problem: string }> {
  if (details.length < 2) return null;
  let sum: Decimal = '0';
  const parts: (Amount & { detail: Detail })[] = [];
  const takeTurn = takeTurns();
  for (const detail of details) {
    const isOpposite = (detail.direction ?? direction) !== direction;
    if (detail.currency !== whole.currency || isOpposite) return null;
    const { amount } = detail;
    if ('problem' in amount) {
      return { problem: `the amount of a payment (TxDtls) of the entry ${amount.problem}` };
    }
    sum = addDecimals(sum, amount.amount);
    parts.push({ ...amount, detail });
    await takeTurn();
  }
  return compareDecimals(sum, whole.amount) === 0 ? parts : null;
}

/** Between the texts of two payments, so that no reference is spelled across them. */
const partMark = ' | ';

interface Words {
  bankId: string | null;
  names: (string | null)[];
  text: string | null;
  /** The text that the bank reference is made of. */
  content: string | null;
  payerName: string | null;
  payerAccount: string | null;
}

/**
 * Reads the ids and texts of a line. The account servicer's reference is the bank's own id of the
 * booking; `NtryRef` counts within one file, and `EndToEndId` is the payer's, who may repeat it.
 */
function readWords(entry: XmlElement, details: readonly Detail[], isPart: boolean): Words {
  const [detail] = details;
  const only = details.length === 1 ? detail : undefined;
  const names = detail?.names ?? [null, null, null];
  const ofEntry = idAt(entry, 'AcctSvcrRef');
  // The reference of a batch is that of all its payments.
  const name = isPart ? names.find((it) => it !== null) : undefined;
  const shared = ofEntry !== null && name !== undefined ? `${ofEntry} ${name}` : ofEntry;
  const texts = only?.texts ?? details.map((it) => joinTexts(it.texts) ?? '');
  const ofBank = textsAt(entry, 'AddtlNtryInf');
  return {
    bankId: only?.bankId ?? shared,
    names,
    text: joinTexts([...texts, ...ofBank], only === undefined ? partMark : ' '),
    content: cutText([...details.flatMap(({ contentTexts }) => contentTexts), ...ofBank].join(' ')),
    payerName: only?.payerName ?? null,
    payerAccount: only?.payerAccount ?? null,
  };
}
