import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeDataFolder, startTestSandbox, type TestSandbox } from '../testing/sandbox-client.ts';

let sandbox: TestSandbox;
beforeEach(async () => {
  sandbox = await startTestSandbox({ dataFolder: makeDataFolder() });
});
afterEach(() => sandbox.close());

const payout = (id: string, amount: string) =>
  `<CdtTrfTxInf><PmtId><InstrId>KW-1</InstrId><EndToEndId>${id}</EndToEndId></PmtId>` +
  `<Amt><InstdAmt Ccy="EUR">${amount}</InstdAmt></Amt></CdtTrfTxInf>`;

const fileOf = ({ format = 'pain.001.001.09', sum = '52.50', count = 2 } = {}) =>
  `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:${format}"><CstmrCdtTrfInitn>` +
  `<GrpHdr><MsgId>PB-1</MsgId><NbOfTxs>2</NbOfTxs><CtrlSum>${sum}</CtrlSum></GrpHdr>` +
  `<PmtInf><PmtInfId>PB-1-EUR</PmtInfId><NbOfTxs>${count}</NbOfTxs><CtrlSum>52.50</CtrlSum>` +
  `${payout('a1', '12.5')}${payout('b2', '40.00')}</PmtInf></CstmrCdtTrfInitn></Document>`;

async function send(answer: string, file = fileOf()) {
  const body = new URLSearchParams({ file, answer });
  const response = await fetch(`${sandbox.url}/bank/payout-files`, { method: 'POST', body });
  const text = await response.text();
  const found = (name: string) =>
    [...text.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, it]) => it);
  return { status: response.status, headers: response.headers, text, found };
}

describe('the bank', () => {
  it('answers a file in the version of the same time', async () => {
    const { status, headers, text, found } = await send('received');
    expect(status).toBe(200);
    expect(headers.get('content-disposition')).toContain('answer.xml');
    expect(text).toContain('pain.002.001.10');
    expect(found('OrgnlMsgId')).toEqual(['PB-1']);
    expect(found('GrpSts')).toEqual(['ACTC']);
    const old = await send('received', fileOf({ format: 'pain.001.001.03' }));
    expect(old.text).toContain('pain.002.001.03');
  });

  it('pays all payouts, or all but the first', async () => {
    const all = await send('paid');
    expect(all.found('GrpSts')).toEqual(['ACSC']);
    expect(all.found('OrgnlEndToEndId')).toEqual(['a1', 'b2']);
    expect(all.found('TxSts')).toEqual(['ACSC', 'ACSC']);
    expect(all.text).toContain('<InstdAmt Ccy="EUR">12.5</InstdAmt>');
    const rest = await send('reject-first');
    expect(rest.found('GrpSts')).toEqual(['PART']);
    expect(rest.found('TxSts')).toEqual(['RJCT', 'ACSC']);
    expect(rest.found('Cd')).toEqual(['AC04']);
  });

  it('rejects a file as a whole, and one that does not add up whatever is pressed', async () => {
    expect((await send('reject-all')).found('Cd')).toEqual(['DU01']);
    for (const file of [fileOf({ sum: '52.51' }), fileOf({ count: 3 }), fileOf({ sum: 'much' })]) {
      const { found } = await send('paid', file);
      expect(found('GrpSts')).toEqual(['RJCT']);
      expect(found('Cd')).toEqual(['AM10']);
    }
  });

  it('refuses what is no file of payouts', async () => {
    for (const [answer, file] of [
      ['paid', 'hello'],
      ['paid', fileOf({ format: 'camt.053.001.08' })],
      ['paid', fileOf().replace('12.5', 'x')],
      ['nothing', fileOf()],
    ] as const) {
      expect((await send(answer, file)).status).toBe(422);
    }
    const page = await fetch(`${sandbox.url}/bank/payout-files`);
    expect(await page.text()).toContain('Payments by file');
  });
});
