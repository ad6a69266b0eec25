import type { UnifiedFlow } from '@kassa/contract';
import {
  buildDepositState,
  buildOffer,
  buildPaymentMethod,
  buildTextField,
  type FakeAnswers,
} from '@kassa/test-kit';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  buildFound,
  buildUnifiedDeposit,
} from '../../../flows/deposit/created/testing/build-created.ts';
import { setStage } from '../../../testing/stage.tsx';
import { TransportError } from '../../../transport/transport-error.ts';

const path = '/deposit/redirect/unified-form?depositId=deposit-1&method=card';
const otp = buildTextField({
  name: 'otp',
  placeholder: { en: 'Code from the SMS' },
  validations: [{ regex: '^\\d{6}$', message: { en: 'Six digits' } }],
});

function setUp(flow: Partial<UnifiedFlow> = {}, answers: FakeAnswers = {}, locale = 'en') {
  const user = userEvent.setup();
  const stage = setStage({
    path,
    locale,
    answers: {
      'methods-payment-v3': buildOffer([buildPaymentMethod({ linkSchemes: ['upi'] })]),
      'deposit-get': buildFound(buildUnifiedDeposit(flow)),
      'deposit-complete': buildDepositState(),
      'deposit-cancel': buildDepositState({ status: 'CANCELED' }),
      ...answers,
    },
  });
  render(stage.element);
  const callsOf = (name: string) => stage.transport.calls.filter((call) => call.name === name);
  return { user, ...stage, callsOf };
}

const paid = () => screen.findByRole('button', { name: 'I have paid' });
const row = async (name: string) => {
  const term = await screen.findByText(name, { selector: 'dt' });
  return within(term.parentElement as HTMLElement);
};

afterEach(() => {
  vi.restoreAllMocks();
  Reflect.deleteProperty(document, 'execCommand');
});

describe('the invoice', () => {
  test('shows the exact amount and the payment details, each to be copied unformatted', async () => {
    const { user } = setUp();
    const amount = await row('Pay exactly');
    expect(amount.getByText('€1,250.50')).toBeTruthy();
    await user.click(amount.getByRole('button', { name: 'Copy: Pay exactly' }));
    expect(await navigator.clipboard.readText()).toBe('1250.50');
    const card = await row('Card number');
    expect(card.getByText('8600 1404 4123 5071').getAttribute('dir')).toBe('ltr');
    await user.click(card.getByRole('button', { name: 'Copy: Card number' }));
    expect(await navigator.clipboard.readText()).toBe('8600140441235071');
    expect(card.getAllByText('Copied')[0]).toBeTruthy();
    expect((await row('Account holder')).getByText('Sherzod Karimov')).toBeTruthy();
  });

  test('is copied by the older command where the frame has no clipboard permission', async () => {
    const { user } = setUp();
    const copied: string[] = [];
    const command = vi.fn(() => {
      copied.push((document.activeElement as HTMLTextAreaElement).value);
      return true;
    });
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'));
    Object.assign(document, { execCommand: command });
    const card = await row('Card number');
    await user.click(card.getByRole('button'));
    expect((await card.findAllByText('Copied'))[0]).toBeTruthy();
    expect(copied).toEqual(['8600140441235071']);
    expect(document.activeElement).toBe(card.getByRole('button'));
    command.mockReturnValue(false);
    const holder = await row('Account holder');
    await user.click(holder.getByRole('button'));
    expect((await holder.findAllByText(/copy it yourself/))[0]).toBeTruthy();
  });

  test('uses the provider’s names in the player’s language where the widget has none', async () => {
    setUp(
      {
        requisites: [
          { name: 'till', title: { en: 'Till number', ru: 'Номер кассы' }, value: '17' },
          { name: 'unnamed', value: '18', isCopyable: false },
        ],
      },
      {},
      'ru',
    );
    expect((await row('Номер кассы')).getByRole('button')).toBeTruthy();
    expect((await row('unnamed')).queryByRole('button')).toBeNull();
  });

  test('uses the widget’s names for both of the providers’ spellings (§3)', async () => {
    const names = ['fullName', 'bank_name', 'payment_system', 'number', 'transaction_description'];
    setUp({ requisites: names.map((name) => ({ name, value: `of ${name}` })) }, {}, 'ru');
    await row('Получатель');
    expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
      'Заплатите ровно',
      'Номер',
      'Назначение платежа',
      'Получатель',
      'Банк',
      'Платёжная система',
    ]);
  });

  test.each(['reference', 'transaction_description', 'description'])(
    'has one reference to copy, the provider’s %s; ours is for support',
    async (name) => {
      const { user } = setUp({ requisites: [{ name, value: 'SBX1' }] });
      await screen.findByText('SBX1');
      expect(screen.getByText('Reference for support: KS-7Q2M-41XK')).toBeTruthy();
      const labels = screen.getAllByRole('button', { name: /^Copy/ }).map((it) => it.textContent);
      expect(labels).toHaveLength(3);
      await user.click(screen.getByRole('button', { name: 'Copy all' }));
      expect(await navigator.clipboard.readText()).not.toContain('KS-7Q2M-41XK');
    },
  );

  test('has the provider’s instruction, folded, with its steps in order', async () => {
    setUp({
      instruction: {
        steps: [
          { stepNumber: 2, stepInstruction: 'Then the second' },
          { stepNumber: 1, stepInstruction: { en: 'First this' } },
        ],
      },
    });
    await screen.findByText('First this');
    const more = screen.getByText(/How to pay · Save picture/).closest('details');
    expect(more?.open).toBe(false);
    const steps = within(more as HTMLElement).getAllByRole('listitem');
    expect(steps.map(({ textContent }) => textContent)).toEqual(['First this', 'Then the second']);
  });

  test('or as a text', async () => {
    setUp({ instruction: { text: 'Pay at any desk.\nKeep the receipt.' } });
    expect(await screen.findByText('Pay at any desk.')).toBeTruthy();
    expect(screen.getByText('Keep the receipt.')).toBeTruthy();
  });

  test('may have a code and a link to an app', async () => {
    setUp({ qrCodeText: 'upi://pay?pa=k@bank', buttonPay: 'upi://pay?pa=k@bank' });
    expect(await screen.findByRole('img', { name: 'QR code of the payment' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Open the payment app' })).toBeTruthy();
  });
});

describe('the fields beside the invoice', () => {
  test('are validated first, and sent with the player’s confirmation of the payment', async () => {
    const { user, callsOf } = setUp({ inputFields: [otp] });
    const box = await screen.findByLabelText('Code from the SMS');
    await user.type(box, '12');
    await user.click(await paid());
    expect((await screen.findAllByText(/Six digits/))[0]).toBeTruthy();
    expect(callsOf('deposit-complete')).toEqual([]);
    await user.type(box, '3456');
    await user.click(await paid());
    expect(await screen.findByText('Not confirmed yet')).toBeTruthy();
    expect(callsOf('deposit-complete')[0]?.request).toEqual({
      depositId: 'deposit-1',
      paymentMethod: 'card',
      fields: { otp: '123456' },
    });
  });

  test('report to the analytics, in the deposit’s currency (§5, §7)', async () => {
    const found = buildFound(buildUnifiedDeposit({ inputFields: [otp] }), { currency: 'INR' });
    const { user, bridge } = setUp({}, { 'deposit-get': found });
    const events = () =>
      bridge.sent.flatMap((message) =>
        message.messageType === 'onAnalyticsEvent' ? [message.payload] : [],
      );
    const box = await screen.findByLabelText('Code from the SMS');
    await user.type(box, '12');
    await user.click(await paid());
    await user.type(box, '3456');
    await user.click(await paid());
    await screen.findByText('Not confirmed yet');
    const common = { event_category: 'deposit', deposit_method: 'card', method_type: 'fiat' };
    const ofForm = { ...common, currency: 'INR', payment_region: 'de', form_type: 'unified_form' };
    expect(events()).toEqual([
      { ...ofForm, event: 'form_view' },
      { ...ofForm, event: 'input_field', field_name: 'otp' },
      { ...ofForm, event: 'button', button_name: 'paid' },
      { ...ofForm, event: 'error', error_type: 'regex_error', field_name: 'otp' },
      { ...ofForm, event: 'button', button_name: 'paid' },
      { ...ofForm, event: 'submit' },
    ]);
  });

  test('keep their values after a visit to another screen, for this deposit alone', async () => {
    const { user, router, transport } = setUp({ inputFields: [otp] });
    const box = () => screen.findByLabelText<HTMLInputElement>('Code from the SMS');
    await user.type(await box(), '123456');
    act(() => router.navigate({ to: 'Deposit list' }));
    await waitFor(() => expect(screen.queryByLabelText('Code from the SMS')).toBeNull());
    const to = 'Redirect deposit unified form' as const;
    act(() => router.navigate({ to, search: { depositId: 'deposit-1', method: 'card' } }));
    expect((await box()).value).toBe('123456');
    const other = buildUnifiedDeposit({ inputFields: [otp] });
    transport.answers['deposit-get'] = buildFound(other, { depositId: 'deposit-2' });
    act(() => router.navigate({ to, search: { depositId: 'deposit-2', method: 'card' } }));
    await waitFor(async () => expect((await box()).value).toBe(''));
  });

  test('have no amount: it is fixed', async () => {
    setUp({ inputFields: [otp] });
    await screen.findByLabelText('Code from the SMS');
    expect(screen.queryByLabelText('Amount')).toBeNull();
  });

  test('are marked where the server rejects them, and can be corrected', async () => {
    const refusal = new TransportError({
      kind: 'refused',
      code: 'banking.paymentMethodRegex',
      message: '',
      status: 422,
      params: { field: 'otp', problem: 'missing' },
      reference: 'KS-7Q2M-41XK',
    });
    const { user, transport } = setUp({ inputFields: [otp] }, { 'deposit-complete': refusal });
    await user.type(await screen.findByLabelText('Code from the SMS'), '123456');
    await user.click(await paid());
    const box = await screen.findByLabelText('Code from the SMS');
    await waitFor(() => expect(box.getAttribute('aria-invalid')).toBe('true'));
    expect(document.activeElement).toBe(box);
    expect(screen.getByText('Enter the code from the text message')).toBeTruthy();
    transport.answers['deposit-complete'] = buildDepositState();
    await user.clear(box);
    await user.type(box, '654321');
    expect(screen.queryByText('We couldn’t pass that on')).toBeNull();
    await user.click(await paid());
    expect(await screen.findByText('Not confirmed yet')).toBeTruthy();
  });
});

describe('the buttons', () => {
  test('are those that the provider lists', async () => {
    setUp({ buttons: ['complete'] });
    await paid();
    expect(screen.queryByRole('button', { name: 'Cancel deposit' })).toBeNull();
  });

  test('without "complete" the page follows the deposit’s status', async () => {
    const { transport } = setUp({ buttons: ['cancel'] });
    expect(await screen.findByText(/changes by itself/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'I have paid' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Cancel deposit' })).toBeTruthy();
    transport.answers['deposit-status'] = buildDepositState({ status: 'PAYED' });
    act(() =>
      transport.push({
        name: 'deposit.status',
        data: { depositId: 'deposit-1', status: 1, word: 'PAYED', amount: '50', currency: 'EUR' },
      }),
    );
    expect(await screen.findByText('€50.00 received')).toBeTruthy();
  });

  test('of a question return the focus to the button that asked', async () => {
    const { user } = setUp();
    await user.click(await screen.findByRole('button', { name: 'Cancel deposit' }));
    await user.click(screen.getByRole('button', { name: 'Go on paying' }));
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel deposit' }));
  });

  test('leave no way back once the deposit is being canceled', async () => {
    const { user } = setUp({}, { 'deposit-cancel': 'never' });
    await user.click(await screen.findByRole('button', { name: 'Cancel deposit' }));
    await user.click(screen.getByRole('button', { name: 'Cancel the deposit' }));
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Go on paying' }).disabled).toBe(
      true,
    );
  });

  test('disappear when the time is up', async () => {
    setUp({ created: '2026-01-01T00:00:00Z', timeout_minutes: 1 });
    expect(await screen.findByText('Time is up')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'I have paid' })).toBeNull();
    expect((await row('Amount')).getByText('€1,250.50')).toBeTruthy();
  });
});

test('a reload finds the page again; without a deposit the list shows', async () => {
  setUp();
  expect(await paid()).toBeTruthy();
  const stage = setStage({ path: '/deposit/redirect/unified-form?method=card' });
  await waitFor(() => expect(stage.router.getPlace()?.path).toBe('/deposit'));
});
