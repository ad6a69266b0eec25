import { existsSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import {
  makeDataFolder,
  passTime,
  startTestSandbox,
  type TestSandbox,
} from '../testing/sandbox-client.ts';

let sandbox: TestSandbox;
let dataFolder: string;
beforeEach(async () => {
  dataFolder = makeDataFolder();
  sandbox = await startTestSandbox({ dataFolder });
});
afterEach(() => sandbox.close());

const iban = 'DE89370400440532013000';

async function pay(part: Record<string, string> = {}) {
  const fields = { account: iban, amount: '50.00', currency: 'EUR', text: 'KS-7Q2M-41XK', ...part };
  const body = new URLSearchParams({ payerName: 'Zoë "Z" Sample', action: 'pay', ...fields });
  const response = await fetch(`${sandbox.url}/bank`, { method: 'POST', body });
  expect(response.status).toBe(200);
}

async function download(format: string, part: Record<string, string> = {}) {
  const body = new URLSearchParams({ account: iban, currency: 'EUR', format, ...part });
  const response = await fetch(`${sandbox.url}/bank/statements`, { method: 'POST', body });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Midnight passes in no test: the clock stands still at noon. */
const today = new Date().toISOString().slice(0, 10);
beforeEach(() => void vi.setSystemTime(`${today}T12:00:00Z`));
afterEach(() => void vi.useRealTimers());

it('a CSV statement has a line for each transfer of the account and currency', async () => {
  await pay();
  await pay({ amount: '7.5', text: 'rent, "May"', currency: 'USD' });
  await pay({ amount: '7.5', text: 'rent, "May"' });
  await pay({ account: '1234567890' });
  const { headers, text } = await download('csv');
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(headers.get('content-disposition')).toBe(
    `attachment; filename="statement-${today}-EUR.csv"`,
  );
  const [header, first, second, ...rest] = text.split('\r\n');
  expect(header).toBe('Date,Amount,Currency,Payer,Text,Transaction id,Account');
  expect(first).toMatch(
    new RegExp(
      `^${today}T[\\d:.]+Z,50.00,EUR,"Zoë ""Z"" Sample",KS-7Q2M-41XK,TRF[0-9A-F]{16},${iban}$`,
    ),
  );
  expect(second).toContain(',7.5,EUR,"Zoë ""Z"" Sample","rent, ""May""",TRF');
  expect(rest).toEqual(['']);
});

it('a camt.053 statement adds up, and escapes', async () => {
  await pay();
  await pay({ amount: '7.505', text: '</Ustrd> & more' });
  const { headers, text } = await download('camt');
  expect(headers.get('content-type')).toBe('application/xml; charset=utf-8');
  expect(text).toContain(`<IBAN>${iban}</IBAN>`);
  expect(text).toContain('<Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">57.505</Amt>');
  expect(text).toContain('<Ustrd>&lt;/Ustrd&gt; &amp; more</Ustrd>');
  expect(text.match(/<Ntry>/g)).toHaveLength(2);
});

it('an MT940 statement adds up, and has no line of a payer that looks like a field', async () => {
  await pay({ payerName: 'Ada' });
  await pay({ amount: '7.505', payerName: 'Ada', text: `${'x'.repeat(50)}:61:` });
  await pay({ amount: '3', payerName: 'Ada', text: '' });
  const { headers, text } = await download('mt940');
  expect(headers.get('content-disposition')).toContain('EUR.sta"');
  const date = today.slice(2).replaceAll('-', '');
  const movement = (amount: string) =>
    expect.stringMatching(
      new RegExp(`^:61:${date}${date.slice(2)}C${amount}NTRFNONREF//[0-9A-F]{16}$`),
    );
  expect(text.split('\r\n')).toEqual([
    expect.stringMatching(/^:20:\d+$/),
    `:25:${iban}`,
    ':28C:1/1',
    `:60F:C${date}EUR0,`,
    movement('50,00'),
    ':86:/NAME/Ada/REMI/KS-7Q2M-41XK',
    movement('7,505'),
    `:86:/NAME/Ada/REMI/${'x'.repeat(50)}`,
    '.61:',
    movement('3,'),
    ':86:/NAME/Ada',
    `:62F:C${date}EUR60,505`,
    '-',
    '',
  ]);
});

it('a statement is of today alone, and of a known account', async () => {
  await pay();
  await sandbox.close();
  passTime(dataFolder);
  sandbox = await startTestSandbox({ dataFolder });
  expect((await download('csv')).status).toBe(404);
  await pay({ currency: 'USD' });
  expect((await download('camt')).status).toBe(404);
  expect((await download('pdf', { currency: 'USD' })).status).toBe(404);
  expect((await download('camt', { currency: 'USD' })).status).toBe(200);
});

const schemaFile = new URL('../../../../../shared/iso20022/camt.053.001.08.xsd', import.meta.url);
const isMissing = !existsSync(schemaFile);
const suffix = isMissing ? ' (skipped: the published schemas are not beside the project)' : '';

describe.skipIf(isMissing)(`the published schema of camt.053.001.08${suffix}`, () => {
  const validate = async (xml: string) => {
    const { valid, errors } = await validateXML({ xml, schema: readFileSync(schemaFile, 'utf8') });
    return valid ? [] : errors.map(({ message }) => message);
  };

  it('accepts the statements of all kinds of accounts', async () => {
    const accounts = [iban, '8812345678901234', 'pay.me@upi', `A${'9'.repeat(33)}`];
    for (const account of accounts) {
      await pay({ account });
      await pay({ account, amount: '99999999999.99999', text: '' });
      await pay({ account, text: 'ы'.repeat(140), payerName: `${'&'.repeat(139)}'` });
      const { text } = await download('camt', { account });
      expect(await validate(text)).toEqual([]);
    }
  });

  it('rejects a statement without its account', async () => {
    await pay();
    const { text } = await download('camt');
    expect(await validate(text.replace(/<Acct>.*<\/Acct>/, ''))).not.toEqual([]);
  });
});
