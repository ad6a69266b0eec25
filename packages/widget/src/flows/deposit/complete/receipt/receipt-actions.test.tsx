import { buildCoinMethod, buildDepositState, buildOffer, buildReceipt } from '@kassa/test-kit';
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { press, settle, setUpComplete as setUp } from '../testing/set-up-complete.tsx';

const paid = { 'deposit-status': buildDepositState({ status: 'PAYED' }) };

/** Renders the complete page with its details. */
async function setUpComplete(...of: Parameters<typeof setUp>) {
  const stage = await setUp(...of);
  fireEvent.click(document.querySelector('[aria-expanded=false]') as HTMLElement);
  await settle();
  return stage;
}

/** The files that were saved. */
let saved: { name: string; file: Blob }[];

beforeEach(() => {
  vi.useFakeTimers();
  saved = [];
  const files = new Map<string, Blob>();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    const address = `blob:${files.size}`;
    files.set(address, file as Blob);
    return address;
  });
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    const file = files.get(this.href);
    if (file !== undefined) saved.push({ name: this.download, file });
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Reads the saved page. */
async function readPage(): Promise<Document> {
  const text = (await saved[0]?.file.text()) ?? '';
  return new DOMParser().parseFromString(text, 'text/html');
}

const readFacts = (page: Document) =>
  [...page.querySelectorAll('dt')].map((name) => [
    name.textContent,
    name.nextElementSibling?.textContent,
  ]);

test('saves a page in the language of the player, with the signature and no script', async () => {
  await setUpComplete(
    { ...paid, 'deposit-receipt': buildReceipt({ brandName: 'A <b>brand</b>' }) },
    '',
    { locale: 'ar' },
  );
  await press('حفظ الإيصال');
  expect(saved[0]?.name).toBe('receipt-KS-7Q2M-41XK.html');
  const page = await readPage();
  expect([page.documentElement.lang, page.documentElement.dir]).toEqual(['ar', 'rtl']);
  expect(page.querySelector('h1')?.textContent).toBe('الإيصال');
  expect(page.querySelectorAll('script, img, link, b')).toHaveLength(0);
  expect(page.body.textContent).toContain('A <b>brand</b>');
  expect(page.querySelector('.signature')?.textContent?.trim()).toBe(buildReceipt().signed);
  const times = [...page.querySelectorAll('time')].map(({ dateTime }) => dateTime);
  expect(times).toEqual([
    '2026-11-20T12:00:00.000Z',
    '2026-11-20T12:00:48.000Z',
    '2026-11-20T12:00:49.000Z',
    '2026-11-20T12:05:00.000Z',
  ]);
});

test('tells the charged sum with its fee, the rate and what was taken back', async () => {
  const money = { amount: '50.00', currency: 'EUR' };
  const credited = { amount: '54.20', currency: 'USD' };
  await setUpComplete({
    ...paid,
    'deposit-receipt': buildReceipt({
      fee: '0.75',
      payments: [{ paid: money, credited, rate: '1.084' }],
      credited,
      takenBack: { refunded: '10.00' },
    }),
  });
  await press('Save the receipt');
  const page = await readPage();
  expect(readFacts(page)).toEqual(
    expect.arrayContaining([
      ['Charged including the fee', '€50.75'],
      ['Fee', '€0.75'],
      ['Arrived after the fee', '€50.00'],
      ['Exchange rate', '€1 = 1.084 USD'],
      ['Credited', '$54.20'],
      ['Refunded', '$10.00'],
    ]),
  );
});

test.each([
  ['without a fee', '0'],
  ['of a release that stored none', undefined],
])('tells the paid sum once for a deposit %s', async (_, fee) => {
  await setUpComplete({ ...paid, 'deposit-receipt': buildReceipt({ fee }) });
  await press('Save the receipt');
  const page = await readPage();
  expect(readFacts(page).filter(([, value]) => value === '€50.00')).toEqual([
    ['Paid', '€50.00'],
    ['Credited', '€50.00'],
  ]);
  expect(readFacts(page)).not.toContainEqual(['Fee', expect.anything()]);
});

test('tells the requested amount where another was paid', async () => {
  const money = { amount: '40.00', currency: 'EUR' };
  await setUpComplete({
    ...paid,
    'deposit-receipt': buildReceipt({
      payments: [{ paid: money, credited: money }],
      credited: money,
    }),
  });
  await press('Save the receipt');
  expect(readFacts(await readPage())).toEqual(
    expect.arrayContaining([
      ['Amount', '€50.00'],
      ['Paid', '€40.00'],
      ['Credited', '€40.00'],
    ]),
  );
});

test('tells no requested amount of a coin, whose player decides how much to send', async () => {
  const sum = { amount: '25', currency: 'USDT' };
  await setUpComplete({
    'methods-payment-v3': buildOffer([buildCoinMethod({ name: 'card' })]),
    'deposit-status': buildDepositState({ status: 'PAYED', amount: '5', currency: 'USDT' }),
    'deposit-receipt': buildReceipt({
      requested: { amount: '5', currency: 'USDT' },
      payments: [{ paid: sum, credited: { amount: '23.10', currency: 'EUR' }, rate: '0.924' }],
      credited: { amount: '23.10', currency: 'EUR' },
    }),
  });
  await press('Save the receipt');
  const names = readFacts(await readPage()).map(([name]) => name);
  expect(names).toContain('Paid');
  expect(names).not.toContain('Amount');
});

test('is asked for in the language of the player', async () => {
  const { transport } = await setUpComplete(paid, '', { locale: 'ru' });
  const call = transport.calls.find(({ name }) => name === 'deposit-receipt');
  expect(call?.request).toEqual({ depositId: 'deposit-1', locale: 'ru' });
});

test('says that a receipt without a signature is not signed', async () => {
  await setUpComplete({ ...paid, 'deposit-receipt': { ...buildReceipt(), signed: null } });
  await press('Save the receipt');
  const page = await readPage();
  expect(page.body.textContent).toContain('This receipt is not signed.');
  expect(page.querySelector('.signature')).toBeNull();
});

test('shares the file where the browser can, and saves it where it refuses', async () => {
  const share = vi.fn((_: ShareData) => Promise.resolve());
  vi.stubGlobal('navigator', { canShare: () => true, share });
  await setUpComplete(paid);
  await press('Share the receipt');
  expect(share.mock.calls[0]?.[0].files?.[0]?.name).toBe('receipt-KS-7Q2M-41XK.html');
  expect(saved).toEqual([]);
  share.mockRejectedValueOnce(new DOMException('closed', 'AbortError'));
  await press('Share the receipt');
  expect(saved).toEqual([]);
  share.mockRejectedValueOnce(new DOMException('denied', 'NotAllowedError'));
  await press('Share the receipt');
  expect(saved).toHaveLength(1);
});

test('is copied as text where the browser cannot share', async () => {
  const writeText = vi.fn((_: string) => Promise.resolve());
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  await setUpComplete(paid);
  fireEvent.click(screen.getByRole('button', { name: 'Copy the receipt' }));
  await settle();
  const { signed } = buildReceipt();
  expect(writeText.mock.calls[0]?.[0]).toContain('Reference: KS-7Q2M-41XK');
  expect(writeText.mock.calls[0]?.[0].endsWith(`\n${signed}`)).toBe(true);
  expect(screen.getByRole('button', { name: 'Copied' })).toBeTruthy();
});

test('is shared as text by a native app', async () => {
  const { bridge } = await setUpComplete(paid, '', { isNative: true });
  await press('Share the receipt');
  expect(bridge.sent).toContainEqual({
    messageType: 'onShare',
    payload: { text: expect.stringContaining('KS-7Q2M-41XK') },
  });
  expect(screen.queryByRole('button', { name: 'Save the receipt' })).toBeNull();
});

test.each([
  ['there is none', { receipt: null, signed: null }],
  ['it cannot be loaded', new Error('no')],
])('is not offered if %s', async (_, answer) => {
  await setUpComplete({ ...paid, 'deposit-receipt': answer });
  expect(screen.queryByRole('button', { name: /receipt/ })).toBeNull();
});
