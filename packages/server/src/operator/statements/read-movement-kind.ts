import type { MovementKind } from '../../connectors/provider-event.ts';
import { find, findAll, textAt, type XmlElement } from '../../ground/files/xml-elements.ts';
import { mayNamePayment, mayNamePayout } from '../../money/provider-events/find-references.ts';

/*
 * What a bank says of a movement of a camt.053 statement, by the codes of ISO 20022 (External Code
 * Sets, bank transaction codes). A code that isn't listed says nothing: "internal book transfer"
 * (BOOK), for example, is also a payment of another customer of the same bank.
 */

/** Families whose every credit is the operator's own money. */
const families: Readonly<Record<string, MovementKind>> = {
  // Cash concentration, cash pooling and account balancing: between accounts of one owner.
  RCCN: 'own',
  ICCN: 'own',
  CAPL: 'own',
  ACCB: 'own',
  // What was sent and is credited now has come back.
  ICDT: 'return',
  IRCT: 'return',
};

const subFamilies: Readonly<Record<string, MovementKind>> = {
  // Returns and reversals of credit transfers, also of clearing houses, of direct debits, cheques
  // and cards.
  RRTN: 'return',
  RPCR: 'return',
  ARET: 'return',
  AREV: 'return',
  RCDD: 'return',
  UPDD: 'return',
  PRDD: 'return',
  UPCQ: 'return',
  XPCQ: 'return',
  CQRV: 'return',
  UPCT: 'return',
  COAT: 'own',
  ICCT: 'own',
  XICT: 'own',
  FIOA: 'own',
  BACT: 'own',
  ACON: 'own',
  ZABA: 'own',
  SWEP: 'own',
  TOPG: 'own',
  CHRG: 'charge',
  FEES: 'charge',
  COMM: 'charge',
  COME: 'charge',
  COMI: 'charge',
  COMT: 'charge',
  TAXE: 'charge',
  RIMB: 'charge',
  ADJT: 'charge',
  CAJT: 'charge',
  DAJT: 'charge',
  INTR: 'interest',
};

/**
 * Says what a credit is, by what its details and then its entry say (`readKind`). One that came back
 * by its reason is a return, as is an entry that reverses a debit.
 */
export function resolveMovementKind(
  said: readonly SaidKind[],
  { isReversal }: { isReversal: boolean },
): MovementKind {
  if (said.some(({ hasReason }) => hasReason)) return 'return';
  const coded = said.find(({ kind }) => kind !== null)?.kind;
  return coded ?? (isReversal ? 'return' : 'payment');
}

/** What an entry or a detail says of its kind. */
export interface SaidKind {
  /** It has a reason of return (`RtrInf`). */
  hasReason: boolean;
  kind: MovementKind | null;
}

/** Reads what an entry or a detail says of its kind. */
export function readKind(element: XmlElement): SaidKind {
  return { hasReason: find(element, 'RtrInf') !== undefined, kind: readCodes(element) };
}

function readCodes(element: XmlElement): MovementKind | null {
  const code = (path: string) => textAt(element, `BkTxCd/Domn/Fmly/${path}`) ?? '';
  return subFamilies[code('SubFmlyCd')] ?? families[code('Cd')] ?? null;
}

/** The ids that a payer can give, who may name a deposit by them. */
const payerPaths = ['Refs/EndToEndId', 'Refs/InstrId'];

/** The ids of a payment that may name a payout: those of its order, also of one that came back. */
const idPaths = [
  ...payerPaths,
  'Refs/PmtInfId',
  'Refs/MsgId',
  'Refs/TxId',
  'Refs/OrgnlEndToEndId',
  'Refs/OrgnlInstrId',
  'Refs/Prtry/Ref',
  'RtrInf/OrgnlEndToEndId',
  'RtrInf/AddtlInf',
];

/** Reads the ids of a detail that may name a payout, or as the payer's word a deposit. */
export function readIds(detail: XmlElement): string[] {
  return idPaths.flatMap((path) => {
    const mayName = payerPaths.includes(path) ? mayNamePayment : mayNamePayout;
    return findAll(detail, path)
      .map(({ text }) => text.trim().slice(0, longestId))
      .filter(mayName);
  });
}

/** Joins the ids of a line's details, between spaces; null if there are none. */
export function joinIds(ids: readonly string[]): string | null {
  return [...new Set(ids)].slice(0, mostIds).join(' ') || null;
}

/** The most characters of an id that are read. */
const longestId = 200;

/** One for each path; an entry that isn't split may have thousands of details. */
const mostIds = idPaths.length;
