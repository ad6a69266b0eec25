import { describe, expect, test } from 'vitest';
import { usualStatementFormat } from '../../brands/statement-format.ts';
import { readStatement } from './read-statement.ts';

const code = (domain: string, family: string, sub: string) =>
  `<BkTxCd><Domn><Cd>${domain}</Cd><Fmly><Cd>${family}</Cd><SubFmlyCd>${sub}</SubFmlyCd></Fmly></Domn></BkTxCd>`;

/** Reads the only line of a statement, of an entry of 95 EUR. */
async function readLine(
  head: string,
  detail: string,
  direction = 'CRDT',
): Promise<{ movement?: string; ids?: string } | undefined> {
  const file = `<?xml version="1.0" encoding="UTF-8"?>
    <Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt>
    <Stmt><Id>S1</Id><Acct><Id><IBAN>ES0539455383489281499781</IBAN></Id></Acct>
    <Ntry><Amt Ccy="EUR">95</Amt><CdtDbtInd>${direction}</CdtDbtInd>${head}<Sts>BOOK</Sts>
    <BookgDt><Dt>2026-11-28</Dt></BookgDt><AcctSvcrRef>B1</AcctSvcrRef>
    <NtryDtls><TxDtls>${detail}</TxDtls></NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>`;
  const options = { format: usualStatementFormat, currency: null };
  const { lines } = await readStatement(Buffer.from(file), options);
  expect(lines).toHaveLength(1);
  return lines[0];
}

describe('a credit', () => {
  test.each([
    ['PMNT', 'RCDT', 'RRTN', 'return'],
    ['PMNT', 'ICDT', 'RRTN', 'return'],
    ['PMNT', 'RRCT', 'RPCR', 'return'],
    ['PMNT', 'RCDT', 'ARET', 'return'],
    ['PMNT', 'ICDT', 'ESCT', 'return'],
    ['PMNT', 'RCCN', 'COAT', 'own'],
    ['PMNT', 'RCCN', 'OTHR', 'own'],
    ['CAMT', 'ACCB', 'ZABA', 'own'],
    ['CAMT', 'CAPL', 'OTHR', 'own'],
    ['PMNT', 'MCOP', 'CHRG', 'charge'],
    ['ACMT', 'ACOP', 'FEES', 'charge'],
    ['PMNT', 'MCOP', 'COMM', 'charge'],
    ['CAMT', 'MCOP', 'INTR', 'interest'],
    ['PMNT', 'RCDT', 'ESCT', undefined],
    // A customer of the same bank pays so, too.
    ['PMNT', 'RCDT', 'BOOK', undefined],
    ['PMNT', 'RRCT', 'ESCT', undefined],
    ['XTND', 'NTAV', 'NTAV', undefined],
  ])('of %s/%s/%s is %s, in the entry and in its detail', async (domain, family, sub, movement) => {
    const codes = code(domain, family, sub);
    expect((await readLine(codes, ''))?.movement).toBe(movement);
    expect((await readLine('', codes))?.movement).toBe(movement);
    expect((await readLine(code('PMNT', 'RCDT', 'ESCT'), codes))?.movement).toBe(movement);
  });

  test('with a reason of return is a return, whatever its code', async () => {
    const returned = '<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>';
    expect((await readLine(code('PMNT', 'RCDT', 'ESCT'), returned))?.movement).toBe('return');
    expect((await readLine('', '<RtrInf/>'))?.movement).toBe('return');
  });

  test('that reverses a debit is a return, or the charge that it gives back', async () => {
    expect((await readLine('<RvslInd>true</RvslInd>', ''))?.movement).toBe('return');
    const charge = `<RvslInd>true</RvslInd>${code('ACMT', 'MDOP', 'CHRG')}`;
    expect((await readLine(charge, ''))?.movement).toBe('charge');
    expect((await readLine('<RvslInd>false</RvslInd>', ''))?.movement).toBeUndefined();
  });

  test('has the ids that may name a payout, and no others', async () => {
    const id = '0199d1f07c0070008000000000000001';
    const refs = `<Refs><MsgId>M1</MsgId><InstrId>KW-7Q2M-41XK</InstrId><EndToEndId>${id}</EndToEndId></Refs>`;
    expect((await readLine('', refs))?.ids).toBe(`${id} KW-7Q2M-41XK`);
    const others = '<Refs><EndToEndId>INVOICE 17</EndToEndId><TxId>NOTPROVIDED</TxId></Refs>';
    expect((await readLine('', others))?.ids).toBeUndefined();
  });
});

test('a debit is no money that came back, whatever its code', async () => {
  const line = await readLine(code('PMNT', 'ICDT', 'RRTN'), '<RtrInf/>', 'DBIT');
  expect(line?.movement).toBeUndefined();
});
