import { buildDepositState, buildTextField } from '@kassa/test-kit';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import * as drawing from '../../features/qr/draw-qr.ts';
import { buildInvoiceDeposit } from '../../flows/deposit/created/testing/build-created.ts';
import { type StageOptions, setStage } from '../../testing/stage.tsx';
import { networkError, TransportError } from '../../transport/transport-error.ts';
import {
  answerIndian,
  type IndianInvoice,
  indianMethod,
  indianPath,
  upiLink,
  upiPayee,
  utr,
} from './testing/build-indian.ts';

const android = 'Mozilla/5.0 (Linux; Android 16; Pixel 9) Chrome/142.0.0.0 Mobile Safari/537.36';
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Mobile/15E148 Safari/604.1';
const ipad = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/19.0 Safari/605.1.15';

/** Whether the frame is wide, and whether there is a mouse. */
let isWide: boolean;
let hasMouse: boolean;
beforeEach(() => {
  isWide = false;
  hasMouse = false;
  sessionStorage.clear();
  localStorage.clear();
  vi.stubGlobal('matchMedia', (media: string) => ({
    matches: media.split(', ').some(isMatching),
    media,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
});
afterEach(() => {
  Reflect.deleteProperty(navigator, 'maxTouchPoints');
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Whether one query of a list holds, as {@link isWide} and {@link hasMouse} have it. */
function isMatching(query: string): boolean {
  if (query === '(min-width: 768px)') return isWide;
  if (query === '(hover: hover) and (pointer: fine)') return hasMouse;
  return query === '(pointer: coarse)' && !hasMouse;
}

const useDevice = (userAgent: string) =>
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);

function setUp({ answers, ...rest }: StageOptions = {}, invoice?: IndianInvoice) {
  const user = userEvent.setup();
  const stage = setStage({
    path: indianPath,
    ...rest,
    answers: {
      ...answerIndian(invoice),
      'deposit-complete': buildDepositState(),
      'deposit-cancel': buildDepositState({ status: 'CANCELED' }),
      ...answers,
    },
  });
  render(stage.element);
  const callsOf = (name: string) => stage.transport.calls.filter((call) => call.name === name);
  return { user, ...stage, callsOf };
}

const steps = async () => {
  await screen.findByText('northline@okaxis');
  return within(screen.getByRole('main'));
};
const paid = () => screen.findByRole('button', { name: 'I have paid' });
const utrBox = () => screen.findByLabelText<HTMLInputElement>('Transfer number (UTR), 12 digits');
const hrefsOf = (list: HTMLElement[]) => list.map((link) => link.getAttribute('href'));

describe('the form', () => {
  const formOf = (answers: StageOptions['answers'] = {}) =>
    setUp({
      path: '/deposit/india?method=upi_transfer',
      answers: {
        'methods-payment-v3': {
          ...answerIndian({ method: { ...indianMethod, isPreparationRequired: true } })[
            'methods-payment-v3'
          ],
          currency: 'INR',
        },
        'deposit-prepare': {
          details: [
            { name: 'payeeName', title: { en: 'Paid to' }, value: 'Northline' },
            { name: 'payeeCode', type: 'QR', value: 'upi://pay?pa=x@y' },
          ],
          fields: [
            buildTextField({
              name: 'payerAddress',
              placeholder_key: 'field.ownUpiId',
              validations: [{ regex: '^\\w+@\\w+$', regex_error_key: 'field.rule.upiId' }],
            }),
          ],
        },
        'deposit-create': () =>
          buildInvoiceDeposit(
            { payment_amount: '1003', payment_currency: 'INR', inputFields: [utr] },
            upiPayee,
          ),
        ...answers,
      },
    });

  test('shows what the provider prepared, and leads to the invoice without a popup', async () => {
    const open = vi.spyOn(window, 'open');
    const { user, router, callsOf, bridge } = formOf();
    expect(await screen.findByText('Northline')).toBeTruthy();
    expect(screen.queryByText(/^upi:/)).toBeNull();
    expect(screen.getByText(/right here/)).toBeTruthy();
    await user.type(await screen.findByLabelText('Amount'), '1003');
    await user.type(screen.getByLabelText('Your UPI ID'), 'asha');
    await user.click(screen.getByRole('button', { name: /^Deposit/ }));
    expect(await screen.findByText('Enter a UPI ID such as name@bank')).toBeTruthy();
    expect(callsOf('deposit-create')).toEqual([]);
    await user.type(screen.getByLabelText('Your UPI ID'), '@okbank');
    await user.click(screen.getByRole('button', { name: /^Deposit/ }));
    await steps();
    expect(router.getPlace()).toMatchObject({ path: '/deposit/india/invoice' });
    expect(callsOf('deposit-create')[0]?.request).toMatchObject({
      fields: { payerAddress: 'asha@okbank' },
    });
    expect(open).not.toHaveBeenCalled();
    const sent = JSON.stringify(bridge.sent);
    expect(sent).toContain('"form_type":"india"');
    expect(sent).not.toContain('northline');
  });
});

describe('the sheet', () => {
  test('has the payee and the amount, each to be copied', async () => {
    const { user } = setUp();
    const sheet = await steps();
    expect(sheet.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
      'Pay exactly',
      'UPI ID',
      'Payment description',
      'Recipient',
    ]);
    await user.click(sheet.getByRole('button', { name: 'Copy: UPI ID' }));
    expect(await navigator.clipboard.readText()).toBe('northline@okaxis');
    await user.click(sheet.getByRole('button', { name: 'Copy: Pay exactly' }));
    expect(await navigator.clipboard.readText()).toBe('1003');
  });

  test('has an account with its IFSC, and no link, where the payee has no address', async () => {
    const account = { account_number: '918273645012', bank_code: 'HDFC0000123', fullName: 'N P' };
    setUp({}, { payee: account, data: { qrCodeText: 'upi://pay?pa=thief@ok&am=1003' } });
    expect(await screen.findByText('9182 7364 5012')).toBeTruthy();
    expect(screen.getByText('HDFC0000123')).toBeTruthy();
    expect(screen.getByText('IFSC code')).toBeTruthy();
    expect(screen.queryByRole('link')).toBeNull();
    expect(screen.queryByRole('img', { name: /QR/ })).toBeNull();
    expect(document.body.textContent).not.toContain('thief');
  });

  test('on Android lets the player choose an app, then names the known ones', async () => {
    useDevice(android);
    setUp();
    const sheet = await steps();
    const [any, ...apps] = hrefsOf(sheet.getAllByRole('link'));
    expect(any).toBe(upiLink);
    expect(apps).toHaveLength(6);
    for (const href of apps) expect(href).toMatch(/^intent:\/\/pay\?pa=northline@okaxis&/);
    expect(sheet.getByRole('link', { name: 'PhonePe' }).getAttribute('target')).toBeNull();
  });

  test('on iOS names the apps by their own schemes', async () => {
    useDevice(iphone);
    setUp();
    const sheet = await steps();
    const names = ['Google Pay', 'PhonePe', 'Paytm', 'BHIM', 'CRED', 'Amazon Pay'];
    const links = names.map((name) => sheet.getByRole('link', { name }));
    expect(sheet.getAllByRole('link')).toEqual(links);
    expect(hrefsOf(links)[1]).toBe(upiLink.replace('upi:', 'phonepe:'));
  });

  test.each([
    ['Android', android, 0, 7],
    ['iOS', iphone, 5, 6],
    ['an iPad', ipad, 5, 6],
  ])('on %s has its apps first in a wide frame too', async (_, userAgent, touches, count) => {
    isWide = true;
    useDevice(userAgent);
    Object.defineProperty(navigator, 'maxTouchPoints', { value: touches, configurable: true });
    setUp();
    const sheet = await steps();
    const links = sheet.getAllByRole('link');
    expect(links).toHaveLength(count);
    const scan = sheet.getByText('Show QR code');
    expect(links[0]?.compareDocumentPosition(scan)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  test('on a touch screen without apps of UPI is scanned in a wide frame', async () => {
    isWide = true;
    useDevice('Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/142.0.0.0 Safari/537.36');
    setUp();
    const sheet = await steps();
    expect(sheet.queryByRole('link')).toBeNull();
    expect(sheet.getByRole('img', { name: 'QR code of the payment' })).toBeTruthy();
  });

  test('in a native app opens every link in a window of its own, and no intents', async () => {
    useDevice(android);
    setUp({ isNative: true });
    const sheet = await steps();
    const links = sheet.getAllByRole('link');
    expect(hrefsOf(links)).toEqual([upiLink]);
    expect(links[0]?.getAttribute('target')).toBe('_blank');
  });

  test('has no link whose scheme the method doesn’t declare', async () => {
    useDevice(iphone);
    setUp({}, { method: { ...indianMethod, linkSchemes: ['upi', 'bhim'] } });
    const sheet = await steps();
    expect(sheet.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['BHIM']);
    cleanup();
    setUp({}, { method: { ...indianMethod, linkSchemes: [] } });
    expect((await steps()).queryByRole('link')).toBeNull();
  });

  test('at a desk has the link as a QR code, never as text, and the other device', async () => {
    [isWide, hasMouse] = [true, true];
    useDevice(android);
    setUp();
    const sheet = await steps();
    expect(sheet.getByRole('img', { name: 'QR code of the payment' })).toBeTruthy();
    expect(sheet.getByText(/any UPI app/)).toBeTruthy();
    expect(sheet.queryByRole('link')).toBeNull();
    expect(sheet.getAllByRole('textbox')).toEqual([await utrBox()]);
    expect(document.body.textContent).not.toContain('upi://');
    expect(sheet.getByRole('button', { name: /another device/ })).toBeTruthy();
  });

  test('takes the provider’s link only if it pays the same', async () => {
    [isWide, hasMouse] = [true, true];
    const drawn = vi.spyOn(drawing, 'drawQr');
    const scanned = async () => {
      await steps();
      return drawn.mock.lastCall?.[0];
    };
    const signed = 'upi://pay?pa=northline@okaxis&am=1003.00&tr=KS7Q2M41XK&cu=INR&sign=MEQ';
    setUp({}, { data: { buttonPay: signed } });
    expect(await scanned()).toBe(signed);
    cleanup();
    const other = signed.replace('1003', '9003');
    setUp({}, { data: { buttonPay: other, qrCodeText: other } });
    expect(await scanned()).toBe(upiLink);
    cleanup();
    const unnamed = signed.replace('KS7Q2M41XK', '991');
    setUp({}, { data: { buttonPay: unnamed } });
    expect(await scanned()).toBe(upiLink);
    cleanup();
    const { vpa, fullName } = upiPayee;
    setUp({}, { data: { buttonPay: unnamed }, payee: { vpa, fullName } });
    expect(await scanned()).toBe(unnamed);
  });

  test('tells of another sum before the link', async () => {
    useDevice(android);
    setUp({}, { over: { amount: '1000.00' } });
    const sheet = await steps();
    const note = sheet.getByText(/^Not ₹1,000\.00, in one transfer/);
    const [link] = sheet.getAllByRole('link');
    expect(link && note.compareDocumentPosition(link)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });
});

describe('the confirmation', () => {
  test('takes the UTR with spaces, and confirms the payment', async () => {
    const { user, callsOf, router, bridge } = setUp();
    await user.type(await utrBox(), '4123 4567 8901');
    await user.click(await paid());
    expect(await screen.findByText('Not confirmed yet')).toBeTruthy();
    expect(router.getPlace()).toMatchObject({ path: '/deposit/complete' });
    expect(callsOf('deposit-complete')).toMatchObject([
      { request: { depositId: 'deposit-1', fields: { utr: '412345678901' } } },
    ]);
    expect(JSON.stringify(bridge.sent)).not.toContain('4123');
  });

  test.each(['41234567890', '4123456789012', 'SBIN41234567'])(
    'refuses %s, and keeps it',
    async (typed) => {
      const { user, callsOf } = setUp();
      await user.type(await utrBox(), typed);
      await user.click(await paid());
      expect((await screen.findAllByText(/A UTR has 12 digits/))[0]).toBeTruthy();
      expect((await utrBox()).value).toBe(typed);
      expect(callsOf('deposit-complete')).toEqual([]);
    },
  );

  test.each([
    ['lost', networkError('lost'), 'We couldn’t pass that on'],
    [
      'refused',
      new TransportError({
        kind: 'refused',
        code: 'banking.paymentMethodRegex',
        message: '',
        status: 422,
        params: { field: 'utr', problem: 'rule' },
      }),
      /12 digits|full transfer number/,
    ],
  ])('keeps the UTR where the confirmation is %s', async (_, answer, words) => {
    const { user } = setUp({ answers: { 'deposit-complete': answer } });
    await user.type(await utrBox(), '412345678901');
    await user.click(await paid());
    expect((await screen.findAllByText(words))[0]).toBeTruthy();
    expect((await utrBox()).value).toBe('412345678901');
  });

  test('is only the button where the provider asks for nothing', async () => {
    const { user, callsOf } = setUp({}, { data: { inputFields: [] } });
    const sheet = await steps();
    expect(sheet.queryByRole('region', { name: 'Confirm the payment' })).toBeNull();
    expect(sheet.queryByRole('textbox')).toBeNull();
    await user.click(await paid());
    await screen.findByText('Not confirmed yet');
    expect(callsOf('deposit-complete')[0]?.request).not.toHaveProperty('fields');
  });

  test('has nothing to press where the invoice lists no button', async () => {
    setUp({}, { data: { buttons: [] } });
    const sheet = await steps();
    expect(sheet.getByText(/changes by itself/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'I have paid' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Cancel deposit' })).toBeNull();
  });

  test('is in sight when the player comes back from an app, and after a reload', async () => {
    useDevice(android);
    const scrolled = vi.fn(function (this: Element) {
      return this.textContent;
    });
    Element.prototype.scrollIntoView = scrolled as () => void;
    const { user, bridge } = setUp();
    const sheet = await steps();
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    expect(scrolled).not.toHaveBeenCalled();
    await user.click(sheet.getByRole('link', { name: 'Google Pay' }));
    expect(sheet.getByText('Opened your app')).toBeTruthy();
    expect(scrolled).not.toHaveBeenCalled();
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    expect(scrolled).toHaveLastReturnedWith(expect.stringContaining('Confirm the payment'));
    expect(JSON.stringify(bridge.sent)).toContain('"button_name":"open_app"');
    await user.type(await utrBox(), '41234');
    scrolled.mockClear();
    cleanup();
    setUp();
    await steps();
    expect(scrolled).toHaveLastReturnedWith(expect.stringContaining('Confirm the payment'));
  });
});

describe('the shared parts', () => {
  test('the invoice goes on by itself when the money arrives', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { transport, callsOf } = setUp({ answers: { 'deposit-status': buildDepositState() } });
    await steps();
    const polls = callsOf('deposit-status').length;
    await act(() => vi.advanceTimersByTimeAsync(5000));
    expect(callsOf('deposit-status').length).toBe(polls + 1);
    transport.answers['deposit-status'] = buildDepositState({ status: 'PAYED' });
    await act(() => vi.advanceTimersByTimeAsync(5000));
    expect(await screen.findByText('€50.00 received')).toBeTruthy();
  });

  test('its end hides the payee, the link and the button', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    useDevice(android);
    setUp({ answers: { 'deposit-status': buildDepositState() } });
    await steps();
    await act(() => vi.advanceTimersByTimeAsync(15 * 60_000));
    expect(await screen.findByText('Time is up')).toBeTruthy();
    expect(document.body.innerHTML).not.toContain('northline');
    expect(screen.queryByRole('button', { name: 'I have paid' })).toBeNull();
  });

  test('an account that can’t be read isn’t shown', async () => {
    setUp({}, { payee: [] as never });
    expect(await screen.findByText('The payment details can’t be shown')).toBeTruthy();
  });

  test('the deposit can be canceled', async () => {
    const { user, callsOf } = setUp();
    await steps();
    await user.click(screen.getByRole('button', { name: 'Cancel deposit' }));
    await user.click(screen.getByRole('button', { name: 'Cancel the deposit' }));
    await waitFor(() => expect(callsOf('deposit-cancel')).toHaveLength(1));
  });

  test.each([
    ['hi', 'भुगतान की पुष्टि करें'],
    ['ar', 'أكّد الدفعة'],
    ['ru', 'Подтвердите оплату'],
  ])('it speaks %s', async (locale, words) => {
    setUp({ locale });
    expect(await screen.findByText(words)).toBeTruthy();
  });
});
