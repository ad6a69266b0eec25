import {
  buildCreatedDeposit,
  buildDepositSummary,
  buildDropdownField,
  buildOffer,
  buildPaymentMethod,
  buildTextField,
  type FakeAnswers,
} from '@kassa/test-kit';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createFakePopup, setUpForm } from './testing/set-up-form.tsx';

beforeEach(() => void vi.spyOn(window, 'open').mockImplementation(createFakePopup().open));
afterEach(() => void vi.restoreAllMocks());

const setUp = (
  method: Parameters<typeof buildPaymentMethod>[0],
  { answers = {}, locale = 'en' }: { answers?: FakeAnswers; locale?: string } = {},
) =>
  setUpForm({
    locale,
    answers: { 'methods-payment-v3': buildOffer([buildPaymentMethod(method)]), ...answers },
  });

const button = (name: string | RegExp) => screen.findByRole('button', { name });

describe('the line below the form tells where the payment continues', () => {
  test.each([
    [{}, 'You’ll pay on the provider’s secure page, in a new window.'],
    [{ cardViewType: 6 }, 'Next you get a code to pay with in your bank’s app.'],
    [{ isPaidHere: true }, 'Next you get everything you need to pay, right here.'],
  ])('%j', async (method, note) => {
    await setUp(method);
    expect(screen.getByText(note)).toBeTruthy();
  });
});

test('a method that is paid on a page of the widget opens no window', async () => {
  const { pay } = await setUp(
    { isPaidHere: true },
    { answers: { 'deposit-create': buildCreatedDeposit({ source: null }) } },
  );
  await pay('50');
  await screen.findByText('Waiting for your payment');
  expect(window.open).not.toHaveBeenCalled();
});

describe('above the form', () => {
  test('is a banner of the catalogue, where it has a text', async () => {
    await setUp({ banner: { bannerTextKey: 'deposit.moreDetails.text' } });
    expect(screen.getByText(/needs a few more details/)).toBeTruthy();
  });

  test('is nothing for a banner without a text in this version', async () => {
    await setUp({ banner: { bannerTextKey: 'banner.ofTomorrow' } });
    expect(screen.queryByText(/banner/)).toBeNull();
  });

  test('are the names of the card brands that the form takes', async () => {
    await setUp({ cardViewType: 1, iconIds: ['visa', 'american-express'] });
    const brands = screen.getByRole('list', { name: 'Accepted cards' });
    expect(
      within(brands)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Visa', 'American Express']);
  });

  test('are links to the guides that exist for this player', async () => {
    await setUp({
      instruction: { slides: [{ text: { en: 'Open the app.' } }] },
      video_guide_url: { ru_kz: 'https://youtu.be/dQw4w9WgXcQ' },
    });
    expect(screen.getByRole('link', { name: 'Step by step' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Video guide' })).toBeNull();
  });
});

describe('the rules of a security group', () => {
  test('are folded away', async () => {
    const { user } = await setUp({ securityRulesGroup: 'card' });
    const rule = screen.getByText(/Pay with a card in your own name/);
    const rules = rule.closest('details');
    expect(rules?.open).toBe(false);
    await user.click(screen.getByText('How to pay safely'));
    expect(rules?.open).toBe(true);
    expect(rules?.querySelectorAll('li')).toHaveLength(3);
  });

  test('are missing where this version has no text for them', async () => {
    await setUp({ securityRulesGroup: 'ofTomorrow' });
    expect(screen.queryByText('How to pay safely')).toBeNull();
  });
});

describe('several types of card', () => {
  const cardType = buildDropdownField({
    name: 'cardType',
    placeholder: { en: 'Card type' },
    values: [
      { value: 'visa', text: { en: 'Visa' } },
      { value: 'uzcard', text: { en: 'Uzcard' } },
    ],
  });
  const method = { cardViewType: 4, fields: [buildTextField({ value: 'R. Das' }), cardType] };

  test('are tiles at the start of the form, and sent to the server', async () => {
    const { user, amount, press, callsOf } = await setUp(method);
    const choice = screen.getByRole('radiogroup', { name: 'Card type' });
    expect(choice.compareDocumentPosition(amount)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    await user.type(amount, '50');
    await user.click(within(choice).getByRole('radio', { name: /Uzcard/ }));
    await press();
    await screen.findByText('Waiting for your payment');
    expect(callsOf('deposit-create')[0]?.request).toMatchObject({ fields: { cardType: 'uzcard' } });
  });

  test('must be chosen from', async () => {
    const { press, callsOf } = await setUp(method);
    await press();
    expect(await screen.findByText('Choose the type of your card')).toBeTruthy();
    expect(screen.getByRole('radiogroup').getAttribute('aria-invalid')).toBe('true');
    // The first error takes the focus: in a group, its first choice.
    await waitFor(() => expect(document.activeElement).toBe(screen.getAllByRole('radio')[0]));
    expect(callsOf('deposit-create')).toEqual([]);
  });
});

describe('a wallet', () => {
  const wallet = (name: string, text: string) =>
    setUp({ cardViewType: 2, wallet: name, text: { en: text }, fields: [buildTextField()] });

  afterEach(() => {
    vi.unstubAllGlobals();
    delete window.ApplePaySession;
  });

  test('asks only for the amount, and its button has the wallet’s name', async () => {
    const { user, amount, callsOf } = await wallet('samsungPay', 'Samsung Pay');
    expect(screen.getAllByRole('textbox')).toEqual([amount]);
    await user.type(amount, '50');
    await user.click(await button('Pay with Samsung Pay'));
    await screen.findByText('Waiting for your payment');
    expect(callsOf('deposit-create')[0]?.request).toMatchObject({
      amount: '50',
      wallet: 'samsungPay',
    });
  });

  test('of Google has Google’s mark on its button, and the amount above it', async () => {
    const { user, amount, callsOf } = await wallet('googlePay', 'Google Pay');
    await user.type(amount, '50');
    const pay = await button('Pay with Google Pay');
    expect(pay.textContent).toBe('');
    expect(pay.querySelectorAll('svg path')).toHaveLength(5);
    const note = document.getElementById(pay.getAttribute('aria-describedby') ?? '');
    expect(note?.textContent).toBe('Deposit €50.00');
    await user.click(pay);
    await screen.findByText('Waiting for your payment');
    expect(callsOf('deposit-create')[0]?.request).toMatchObject({ wallet: 'googlePay' });
  });

  test('of Apple has the browser’s own button where the device has Apple Pay', async () => {
    vi.stubGlobal('CSS', { ...CSS, supports: () => true });
    window.ApplePaySession = { canMakePayments: () => true };
    await wallet('applePay', 'Apple Pay');
    expect((await button('Pay with Apple Pay')).childElementCount).toBe(0);
  });

  test('of Apple has the button of every method elsewhere, without Apple’s name', async () => {
    const { user, amount } = await wallet('applePay', 'Apple Pay');
    await user.type(amount, '50');
    const pay = await button('Deposit €50.00');
    expect(pay.querySelector('img')).toBeNull();
    expect(screen.queryByRole('button', { name: /Apple/ })).toBeNull();
  });
});

describe('a one-click method', () => {
  const paidBefore = {
    'deposit-list': {
      deposits: [
        buildDepositSummary({ paymentMethod: 'other', amount: '70' }),
        buildDepositSummary({ paymentMethod: 'card', amount: '35' }),
        buildDepositSummary({ paymentMethod: 'card', amount: '20' }),
      ],
    },
  };

  test('starts with the amount of the last payment, and pays by one press', async () => {
    const { amount, user, callsOf } = await setUp({ oneClick: true }, { answers: paidBefore });
    expect(amount.value).toBe('35');
    await user.click(await button('Deposit €35.00'));
    await screen.findByText('Waiting for your payment');
    expect(callsOf('deposit-create')[0]?.request).toMatchObject({
      amount: '35',
      metadata: { isFromChip: false },
    });
  });

  test('focuses its button where the player came from the list', async () => {
    const { user, router } = await setUp({ oneClick: true }, { answers: paidBefore });
    router.navigate({ to: 'Deposit list' });
    await user.click(await screen.findByRole('link', { name: /Bank card/ }));
    const submit = await button('Deposit €35.00');
    await waitFor(() => expect(document.activeElement).toBe(submit));
  });

  test('starts with its own amount, without a request', async () => {
    const { amount, callsOf } = await setUp(
      { oneClick: true, prefilledAmount: { EUR: '25' } },
      { answers: paidBefore },
    );
    expect(amount.value).toBe('25');
    expect(callsOf('deposit-list')).toEqual([]);
  });

  test('starts with the first quick pick where there was no payment, or the request fails', async () => {
    const { amount } = await setUp(
      { oneClick: true, recommendedAmounts: ['30', '60'] },
      { answers: { 'deposit-list': new Error('lost') } },
    );
    expect(amount.value).toBe('30');
  });
});

describe('the amount used last', () => {
  afterEach(() => localStorage.clear());
  const offer = buildOffer([
    buildPaymentMethod({ recommendedAmounts: ['20', '100'] }),
    buildPaymentMethod({ name: 'wallet', text: { en: 'Wallet' } }),
  ]);
  const last = { ...offer, lastPaid: { paymentMethod: 'card', isRepeatable: false } };
  const show = (path: string, shown = offer) =>
    setUpForm({ answers: { 'methods-payment-v3': shown }, playerKey: 'anna', path });
  const chips = () =>
    within(screen.getByRole('group', { name: 'Suggested amounts' }))
      .getAllByRole('button')
      .map(({ textContent }) => textContent);

  test('is kept by a deposit, and fills the form of its method: a second tap pays', async () => {
    const path = '/deposit/redirect?method=card';
    const { pay, router, user, callsOf } = await show(path, last);
    await pay('1,234');
    await screen.findByText('Waiting for your payment');
    expect(localStorage.getItem('kassa.anna.last-amount.EUR')).toBe('1234');
    router.navigate({ to: 'Deposit list' });
    await user.click(await screen.findByRole('link', { name: /Bank card/ }));
    await user.click(await button('Deposit €1,234.00'));
    await waitFor(() => expect(callsOf('deposit-create')).toHaveLength(2));
    expect(callsOf('deposit-create')[1]?.request).toMatchObject({ amount: '1234' });
  });

  test('is the first of the quick picks, per currency', async () => {
    localStorage.setItem('kassa.anna.last-amount.EUR', '100');
    localStorage.setItem('kassa.anna.last-amount.USD', '70');
    const { amount } = await show('/deposit/redirect?method=card');
    expect(chips()).toEqual(['100', '20']);
    // Another method was used last, or none.
    expect(amount.value).toBe('');
  });

  test('is left out where the method doesn’t take it', async () => {
    localStorage.setItem('kassa.anna.last-amount.EUR', '999999');
    const { amount } = await show('/deposit/redirect?method=card', last);
    expect(chips()).toEqual(['20', '100']);
    expect(amount.value).toBe('');
  });
});

test('a continued deposit shows no guides and no rules again', async () => {
  const asking = { ...buildCreatedDeposit(), fields: [buildTextField({ name: 'otp' })] };
  asking.apiResponse = { ...asking.apiResponse, source: null, isFieldsRequired: true };
  const { pay } = await setUp(
    {
      instruction: { slides: [{ text: { en: 'Open the app.' } }] },
      securityRulesGroup: 'card',
    },
    { answers: { 'deposit-create': asking } },
  );
  await pay('50');
  await screen.findByText(/needs a few more details/);
  expect(screen.queryByRole('link', { name: 'Step by step' })).toBeNull();
  expect(screen.queryByText('How to pay safely')).toBeNull();
});
