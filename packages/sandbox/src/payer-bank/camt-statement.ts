import { html, type Markup } from '../html.ts';
import type { BankTransfer } from './bank-transfer.ts';
import { type Statement, totalOf } from './statement.ts';

/** Encodes a statement as ISO 20022 camt.053.001.08. */
export function encodeCamt(statement: Statement): string {
  const { account, currency, day, writtenAt, transfers } = statement;
  const created = writtenAt.toISOString();
  const id = `STMT${day.replaceAll('-', '')}${writtenAt.getTime()}`;
  return html`<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">
  <BkToCstmrStmt>
    <GrpHdr><MsgId>${id}</MsgId><CreDtTm>${created}</CreDtTm></GrpHdr>
    <Stmt>
      <Id>${id}</Id>
      <CreDtTm>${created}</CreDtTm>
      <FrToDt><FrDtTm>${day}T00:00:00Z</FrDtTm><ToDtTm>${created}</ToDtTm></FrToDt>
      <Acct><Id>${encodeNumber(account)}</Id><Ccy>${currency}</Ccy></Acct>
      ${encodeBalance('OPBD', '0', statement)}
      ${encodeBalance('CLBD', totalOf(statement), statement)}${transfers.map(encodeEntry)}
    </Stmt>
  </BkToCstmrStmt>
</Document>
`.markup;
}

function encodeNumber(account: string): Markup {
  return /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(account)
    ? html`<IBAN>${account}</IBAN>`
    : html`<Othr><Id>${account}</Id></Othr>`;
}

function encodeBalance(code: string, amount: string, { currency, day }: Statement): Markup {
  return html`<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`;
}

/** Encodes a transfer as a booked credit; `AcctSvcrRef` is the id that the notification has too. */
function encodeEntry({ id, amount, currency, text, payerName, bookedAt }: BankTransfer): Markup {
  const at = new Date(bookedAt).toISOString();
  return html`
      <Ntry>
        <Amt Ccy="${currency}">${amount}</Amt>
        <CdtDbtInd>CRDT</CdtDbtInd>
        <Sts><Cd>BOOK</Cd></Sts>
        <BookgDt><DtTm>${at}</DtTm></BookgDt>
        <ValDt><DtTm>${at}</DtTm></ValDt>
        <AcctSvcrRef>${id}</AcctSvcrRef>
        <BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn></BkTxCd>
        <NtryDtls><TxDtls>
          <Refs><AcctSvcrRef>${id}</AcctSvcrRef></Refs>
          <Amt Ccy="${currency}">${amount}</Amt>
          <CdtDbtInd>CRDT</CdtDbtInd>
          <RltdPties><Dbtr><Pty><Nm>${payerName}</Nm></Pty></Dbtr></RltdPties>${
            text === '' ? '' : html`\n          <RmtInf><Ustrd>${text}</Ustrd></RmtInf>`
          }
        </TxDtls></NtryDtls>
      </Ntry>`;
}
