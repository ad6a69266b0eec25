import { currencySchema } from '@kassa/contract';
import { FileProblem } from '../../ground/files/file-problem.ts';
import {
  find,
  findAll,
  parseXml,
  textAt,
  type XmlElement,
} from '../../ground/files/xml-elements.ts';
import { readMoney, xmlFormat } from '../../ground/read-money.ts';
import type { PayoutFileAnswer } from '../payout-connector.ts';
import { fromEndToEndId } from './end-to-end-id.ts';
import { fromPaymentId } from './payment-id.ts';

/** The most answers of a file; more than a file has payouts. */
const mostAnswers = 10_000;
/** The most reasons of an answer. */
const mostReasons = 10;
const namespace = /^urn:iso:std:iso:20022:tech:xsd:pain\.002\.001\.\d\d$/;
const report = 'Document/CstmrPmtStsRpt';
/** What is read as it ends. */
const filePath = `${report}/OrgnlGrpInfAndSts`;
const paymentPath = `${report}/OrgnlPmtInfAndSts`;
const transactionPath = `${paymentPath}/TxInfAndSts`;
const longestReference = 200;

/** The bank's codes of a payment's status (ISO 20022, external code set). */
const statuses: ReadonlyMap<string, 'sent' | 'completed' | 'failed'> = new Map([
  // Settled on the payer's account, or on the payee's.
  ['ACSC', 'completed'],
  ['ACCC', 'completed'],
  // Received, checked, or on its way.
  ['RCVD', 'sent'],
  ['PDNG', 'sent'],
  ['ACTC', 'sent'],
  ['ACCP', 'sent'],
  ['ACFC', 'sent'],
  ['ACSP', 'sent'],
  ['ACWC', 'sent'],
  ['ACWP', 'sent'],
  ['RJCT', 'failed'],
  ['CANC', 'failed'],
]);

/**
 * The bank has seen the file, the payment or the payout before (ISO 20022, reasons of rejection).
 * What it has done with the first one is for a person to find out: it may have been paid.
 */
const duplicates = new Set(['DU01', 'DU02', 'DU03', 'DU04', 'DU05', 'AM05']);

/** A part of the payments has another status than the rest: each of them is named. */
const partly = 'PART';

type Read =
  | { kind: 'read'; batchReference: string; answers: PayoutFileAnswer[] }
  | { kind: 'unreadable'; detail: string };

/**
 * Reads the bank's answer to a file of payouts (ISO 20022, pain.002 of any version: the versions
 * differ in elements that aren't read). The statuses are those of the file, of a currency's payment
 * and of single payouts.
 */
export async function readPain002(content: string): Promise<Read> {
  try {
    return await readReport(content);
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error;
    return { kind: 'unreadable', detail: error.message };
  }
}

/** @throws FileProblem */
async function readReport(content: string): Promise<Read> {
  const answers: PayoutFileAnswer[] = [];
  const add = (answer: PayoutFileAnswer | null) => {
    if (answer !== null) answers.push(answer);
  };
  let count = 0;
  const references: string[] = [];
  let isDuplicate = false;
  const root = await parseXml(content, [filePath, paymentPath, transactionPath], (part, path) => {
    count += 1;
    if (count > mostAnswers) throw new FileProblem([`A file has ${mostAnswers} answers at most.`]);
    if (path === transactionPath) return add(readTransaction(part));
    isDuplicate ||= isRepeated(part);
    if (path === filePath) {
      references.push(textAt(part, 'OrgnlMsgId') ?? '');
      return add(readAnswer(part, 'GrpSts', 'file'));
    }
    const otherPayment = textAt(part, 'OrgnlPmtInfId') ?? '';
    // Whether it is one of the file shows at the end.
    add(readAnswer(part, 'PmtInfSts', { otherPayment }));
  });
  requirePain002(root);
  const [batchReference = ''] = references;
  if (references.length !== 1 || batchReference === '') {
    return { kind: 'unreadable', detail: 'The answer names no file (OrgnlMsgId), or several.' };
  }
  const named = answers.map((answer) => nameCurrency(batchReference, answer));
  return {
    kind: 'read',
    batchReference,
    answers: isDuplicate ? named.map(withoutFailure) : named,
  };
}

/** Names the currency of a payment of the file; another file may have the same currencies. */
function nameCurrency(batchReference: string, answer: PayoutFileAnswer): PayoutFileAnswer {
  const { about } = answer;
  if (about === 'file' || !('otherPayment' in about)) return answer;
  const currency = fromPaymentId(batchReference, about.otherPayment);
  return currency === null ? answer : { ...answer, about: { currency } };
}

/** In a file that the bank took for a duplicate, no payout is known to have failed. */
const withoutFailure = (answer: PayoutFileAnswer): PayoutFileAnswer =>
  answer.status === 'failed' ? { ...answer, status: 'unclear' } : answer;

const isRepeated = (element: XmlElement): boolean =>
  readReasons(element).some((reason) => duplicates.has(reason));

/** @throws FileProblem that names the message, such as `camt.053.001.08` */
function requirePain002({ name, uri, children }: XmlElement): void {
  const isReport =
    name === 'Document' &&
    namespace.test(uri) &&
    children.some((child) => child.name === 'CstmrPmtStsRpt');
  if (isReport) return;
  const message = /([a-z]{4}\.\d{3}\.\d{3}\.\d\d)$/.exec(uri)?.[1];
  const found = message === undefined ? 'another document' : `the message ${message}`;
  throw new FileProblem([`The file is ${found}, not a pain.002 answer.`]);
}

/** Returns null if a part has no status of its own. */
function readAnswer(
  element: XmlElement,
  statusName: string,
  about: PayoutFileAnswer['about'],
): PayoutFileAnswer | null {
  const code = textAt(element, statusName);
  if (code === null || code === partly) return null;
  const status = isRepeated(element) ? undefined : statuses.get(code);
  return {
    about,
    status: status ?? 'unclear',
    amount: null,
    providerReference: null,
    reason: [...new Set([code, ...readReasons(element)].map(toCode))]
      .slice(0, mostReasons)
      .join(' '),
  };
}

/** @throws FileProblem if it names no payout */
function readTransaction(element: XmlElement): PayoutFileAnswer | null {
  const id = textAt(element, 'OrgnlEndToEndId');
  if (id === null) {
    throw new FileProblem([`line ${element.line}: an answer names no payout (OrgnlEndToEndId)`]);
  }
  const answer = readAnswer(element, 'TxSts', { withdrawalId: fromEndToEndId(id) });
  return (
    answer && {
      ...answer,
      amount: readAmount(element),
      providerReference: textAt(element, 'AcctSvcrRef')?.slice(0, longestReference) ?? null,
    }
  );
}

function readReasons(element: XmlElement): string[] {
  return findAll(element, 'StsRsnInf/Rsn').flatMap((reason) => textAt(reason, 'Cd', 'Prtry') ?? []);
}

/** A bank's own reason may be a text: nothing but codes is kept. */
const toCode = (code: string) => (/^[A-Za-z0-9_-]{1,35}$/.test(code) ? code : '?');

/** @throws FileProblem if the amount is none */
function readAmount(element: XmlElement): PayoutFileAnswer['amount'] {
  const found = find(element, 'OrgnlTxRef/Amt/InstdAmt');
  if (found === undefined) return null;
  const currency = currencySchema.safeParse(found.attributes.Ccy);
  if (!currency.success) throw new FileProblem([`line ${found.line}: the amount has no currency`]);
  const read = readMoney(found.text, currency.data, xmlFormat);
  if ('problem' in read) throw new FileProblem([`line ${found.line}: the amount ${read.problem}`]);
  return { amount: read.amount, currency: currency.data };
}
