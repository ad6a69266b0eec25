import { find, findAll, textAt, type XmlElement } from '../../ground/files/xml-elements.ts';
import { type Amount, readAmount } from './read-amount.ts';
import { readIds, readKind, type SaidKind } from './read-movement-kind.ts';
import { readPayerAccount } from './read-values.ts';

/** What is read of one payment of an entry (`TxDtls`). */
export interface Detail extends SaidKind {
  /** Its own amount; that of a single payment may be in the payer's currency. */
  amount: Amount | { problem: string };
  /** The currency as the file has it. */
  currency: string | undefined;
  /** `CRDT` or `DBIT`; null: that of its entry. */
  direction: string | null;
  /** The bank's own id of the payment. */
  bankId: string | null;
  /** Further ids, given by payers or other banks. */
  names: (string | null)[];
  /** The ids that may name a payment of Kassa's. */
  ids: string[];
  /** The payer's words, then the bank's. */
  texts: string[];
  /** Those of them that bank references are made of (bank-reference.ts): never to be changed. */
  contentTexts: string[];
  payerName: string | null;
  payerAccount: string | null;
}

/** The payer's words, in the order of trust, and then what the bank adds. */
const textPaths = [
  'RmtInf/Ustrd',
  'RmtInf/Strd/CdtrRefInf/Ref',
  'RmtInf/Strd/AddtlRmtInf',
  'RmtInf/Strd/RfrdDocInf/Nb',
  'Purp/Prtry',
  'AddtlTxInf',
];

const contentPaths = new Set(['RmtInf/Ustrd', 'RmtInf/Strd/CdtrRefInf/Ref', 'AddtlTxInf']);

/** Reads a payment of an entry, or an entry without any as its own payment. */
export function readDetail(detail: XmlElement): Detail {
  const found = find(detail, 'Amt', 'AmtDtls/TxAmt/Amt');
  const texts = textPaths.map((path) => ({ path, own: textsAt(detail, path) }));
  const payers = ['RltdPties/Dbtr/Nm', 'RltdPties/Dbtr/Pty/Nm'];
  const accounts = ['RltdPties/DbtrAcct/Id/IBAN', 'RltdPties/DbtrAcct/Id/Othr/Id'];
  return {
    amount: readAmount(found),
    currency: found?.attributes.Ccy,
    direction: textAt(detail, 'CdtDbtInd'),
    bankId: idAt(detail, 'Refs/AcctSvcrRef'),
    names: ['Refs/TxId', 'Refs/UETR', 'Refs/EndToEndId'].map((path) => idAt(detail, path)),
    ids: readIds(detail),
    texts: texts.flatMap(({ own }) => own),
    contentTexts: texts.flatMap(({ path, own }) => (contentPaths.has(path) ? own : [])),
    payerName: textAt(detail, ...payers),
    payerAccount: readPayerAccount(textAt(detail, ...accounts) ?? ''),
    ...readKind(detail),
  };
}

/** Returns the texts at a path. */
export const textsAt = (element: XmlElement, path: string): string[] =>
  findAll(element, path)
    .map(({ text }) => text.trim())
    .filter((text) => text !== '');

/** Words that stand for a missing id. */
const noId = /^(NOT ?PROVIDED|NONREF|NOTAVAILABLE|0+|-)$/i;

/** Returns the id at a path; null if there is none. */
export function idAt(element: XmlElement, path: string): string | null {
  const id = textAt(element, path);
  return id === null || noId.test(id) ? null : id;
}
