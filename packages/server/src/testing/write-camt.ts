import type { StatementLine } from '../money/requisites/statement-line.ts';

export type CamtVersion = '02' | '04' | '08';

export const camtVersions: readonly CamtVersion[] = ['02', '04', '08'];

/** A line as a test's bank reports it; the bank's id is its `AcctSvcrRef`. */
export type BankLine = Omit<
  StatementLine,
  'line' | 'bankReference' | 'bookedAt' | 'payerAccount'
> & {
  bankId: string | null;
  payerAccount?: string | null;
  /** `2026-11-20`, or a time. */
  booked: string;
  status?: string;
};

export interface BankStatement {
  lines: readonly BankLine[];
  /** An IBAN, or another number. */
  accountNumber?: string;
  /** The opening and the closing balance; negative: the account is overdrawn. */
  balances?: { opening: string; closing: string; currency: string };
  /** The declared encoding. */
  encoding?: string;
}

/** Writes a camt.053 statement that its published schema accepts. */
export function writeCamt(
  version: CamtVersion,
  { lines, accountNumber = 'DE75512108001245126199', balances, encoding = 'UTF-8' }: BankStatement,
): string {
  return [
    `<?xml version="1.0" encoding="${encoding}"?>`,
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt>`,
    '<GrpHdr><MsgId>M1</MsgId><CreDtTm>2026-11-20T18:00:00</CreDtTm></GrpHdr>',
    '<Stmt><Id>S1</Id><CreDtTm>2026-11-20T18:00:00</CreDtTm>',
    `<Acct>${writeAccount(accountNumber)}</Acct>`,
    ...writeBalances(balances),
    ...lines.map((line) => writeEntry(version, line)),
    '</Stmt></BkToCstmrStmt></Document>',
  ].join('\n');
}

function writeBalances(balances: BankStatement['balances']): string[] {
  // The schema requires one balance at least: an interim one, which says nothing of the whole.
  const all =
    balances === undefined
      ? [['ITBD', '0', 'EUR'] as const]
      : ([
          ['OPBD', balances.opening, balances.currency],
          ['CLBD', balances.closing, balances.currency],
        ] as const);
  return all.map(([kind, amount, currency]) =>
    [
      `<Bal><Tp><CdOrPrtry><Cd>${kind}</Cd></CdOrPrtry></Tp>`,
      `<Amt Ccy="${currency}">${amount.replace('-', '')}</Amt>`,
      `<CdtDbtInd>${amount.startsWith('-') ? 'DBIT' : 'CRDT'}</CdtDbtInd>`,
      '<Dt><Dt>2026-11-20</Dt></Dt></Bal>',
    ].join(''),
  );
}

function writeEntry(version: CamtVersion, line: BankLine): string {
  const status = line.status ?? 'BOOK';
  const isDay = line.booked.length === 10;
  const name = `<Nm>${escapeText(line.payerName ?? '')}</Nm>`;
  const payer = version === '08' ? `<Pty>${name}</Pty>` : name;
  const direction = line.isCredit ? 'CRDT' : 'DBIT';
  const own = `<Amt Ccy="${line.currency}">${line.amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd>`;
  return [
    '<Ntry>',
    own,
    line.isReversal ? '<RvslInd>true</RvslInd>' : '',
    version === '08' ? `<Sts><Cd>${status}</Cd></Sts>` : `<Sts>${status}</Sts>`,
    `<BookgDt>${isDay ? `<Dt>${line.booked}</Dt>` : `<DtTm>${line.booked}</DtTm>`}</BookgDt>`,
    line.bankId === null ? '' : `<AcctSvcrRef>${escapeText(line.bankId)}</AcctSvcrRef>`,
    '<BkTxCd/><NtryDtls><TxDtls>',
    '<Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs>',
    version === '02' ? '' : own,
    writePayer(line, payer),
    line.text === null ? '' : `<RmtInf>${writeText(line.text)}</RmtInf>`,
    '</TxDtls></NtryDtls></Ntry>',
  ].join('');
}

function writePayer({ payerName, payerAccount = null }: BankLine, payer: string): string {
  const parts = [
    payerName === null ? '' : `<Dbtr>${payer}</Dbtr>`,
    payerAccount === null ? '' : `<DbtrAcct>${writeAccount(payerAccount)}</DbtrAcct>`,
  ].join('');
  return parts === '' ? '' : `<RltdPties>${parts}</RltdPties>`;
}

function writeAccount(number: string): string {
  const isIban = /^[A-Z]{2}\d{2}[A-Z0-9]{1,30}$/.test(number);
  return `<Id>${isIban ? `<IBAN>${number}</IBAN>` : `<Othr><Id>${escapeText(number)}</Id></Othr>`}</Id>`;
}

/** The most characters of one `Ustrd`. */
const longestPart = 140;

/** Writes a text as banks do, in parts that end at a space where there is one. */
function writeText(text: string): string {
  const parts: string[] = [];
  for (const word of text.split(' ')) {
    const last = parts.at(-1);
    const joined = last === undefined ? word : `${last} ${word}`;
    if (last === undefined || Array.from(joined).length > longestPart) parts.push(word);
    else parts[parts.length - 1] = joined;
  }
  return parts.map((part) => `<Ustrd>${escapeText(part)}</Ustrd>`).join('');
}

const escapeText = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
