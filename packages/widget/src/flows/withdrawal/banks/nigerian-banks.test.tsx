import type { PayoutBank } from '@kassa/contract';
import {
  buildDropdownField,
  buildOffer,
  buildPaymentGroup,
  buildSavedDetails,
  buildTextField,
  buildUser,
  buildWithdrawal,
  type FakeAnswers,
} from '@kassa/test-kit';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { networkError, TransportError } from '../../../transport/transport-error.ts';
import { bankOut, setUpWithdrawal } from '../testing/set-up-withdrawal.tsx';

const method = {
  ...bankOut,
  hasNameEnquiry: true,
  amount_rules: { NGN: { min: '500', max: '1000000' } },
  fields: [
    buildDropdownField({ name: 'bank', values: [{ value: '058', text: { en: 'GTBank' } }] }),
    buildTextField({
      name: 'account',
      placeholder: { en: 'Account number' },
      validations: [{ regex: '^\\d{10}$', message: { en: 'Enter 10 digits' } }],
    }),
  ],
};
const names = ['Access Bank', 'GTBank', 'Kuda', 'Opay', 'Wema Bank', 'Zenith Bank'];
const banks: PayoutBank[] = names.map((name, at) => ({
  paymentMethod: 'bank-out',
  code: `05${at}`,
  name,
}));
const group = buildPaymentGroup({ name: 'banksNigeria', paymentMethods: ['bank-out'] });
const offer = { ...buildOffer([method], [group]), country: 'ng', currency: 'NGN' };

const setUp = (answers: FakeAnswers = {}, query = '?group=banksNigeria') =>
  setUpWithdrawal(`/withdrawal/nigerian-banks${query}`, {
    'methods-withdrawal': offer,
    'user-get': buildUser({ balanceData: { primary: { amount: '90000', currency: 'NGN' } } }),
    'withdrawal-limits': {
      min: '500',
      max: '1000000',
      limitedBy: 'method',
      remaining: null,
      resetsAt: null,
      forfeitedBonuses: [],
    },
    'banks-nigeria': { banks },
    'name-enquiry': { holder: 'ADAEZE OKAFOR' },
    ...answers,
  });

const gtbank = '?group=banksNigeria&method=bank-out&bank=051';
const refused = (code: string, status: number) =>
  new TransportError({ kind: 'refused', code, message: '', status });

test('a bank is found and chosen by the keyboard, and its account has a name', async () => {
  const { user, router, callsOf } = setUp();
  const list = await screen.findByRole('list', { name: 'Banks' });
  const title = (name: string) => screen.findByRole('heading', { level: 1, name });
  expect(await title('Withdrawal method')).toBeTruthy();
  expect(within(list).getAllByRole('link')).toHaveLength(6);
  await user.type(screen.getByRole('searchbox'), 'gtb');
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
  expect(screen.getByText('1 bank found')).toBeTruthy();
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement?.textContent).toContain('GTBank');
  await user.keyboard('{Enter}');
  await user.type(await screen.findByLabelText('Account number'), '0123456789');
  expect(await title('Withdrawal amount')).toBeTruthy();
  expect(await screen.findByText('Account of ADAEZE OKAFOR')).toBeTruthy();
  expect(callsOf('name-enquiry').map(({ request }) => request)).toEqual([
    { paymentType: 'bank-out', fields: { bank: '051', account: '0123456789' } },
  ]);
  await user.type(screen.getByLabelText('Amount'), '5000');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await screen.findByText(/leaves your balance$/);
  expect(callsOf('withdrawal-quote')[0]?.request).toMatchObject({
    fields: { bank: '051', account: '0123456789' },
  });
  // No account number is in the address, and the way back leads to the form.
  expect(router.getPlace()?.search).toEqual({
    method: 'bank-out',
    group: 'banksNigeria',
    bank: '051',
    to: 'Withdrawal Nigerian banks',
  });
  await user.click(screen.getByRole('button', { name: 'Edit' }));
  expect((await screen.findByLabelText<HTMLInputElement>('Account number')).value).toBe(
    '0123456789',
  );
  await user.click(screen.getByRole('button', { name: 'Back' }));
  expect(await screen.findByRole('list', { name: 'Banks' })).toBeTruthy();
});

test('an account that the bank doesn’t know goes no further', async () => {
  const { user, callsOf } = setUp({ 'name-enquiry': refused('account.notFound', 422) }, gtbank);
  await user.type(await screen.findByLabelText('Amount'), '5000');
  await user.type(screen.getByLabelText('Account number'), '0123456789');
  const words = /The bank doesn’t know this account/;
  expect(await screen.findByText(words, { selector: '[data-kind]' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Account number')));
  // Its field says so now, and nothing beside it.
  expect(screen.queryAllByText(words, { selector: '[data-kind]' })).toEqual([]);
  expect(screen.getAllByText(words)).not.toEqual([]);
  expect(callsOf('withdrawal-quote')).toEqual([]);
});

test.each([{ holder: null }, networkError('lost'), refused('provider.unavailable', 502)])(
  'without a name from the bank it goes on: %s',
  async (answer) => {
    const { user } = setUp({ 'name-enquiry': answer }, gtbank);
    await user.type(await screen.findByLabelText('Amount'), '5000');
    await user.type(screen.getByLabelText('Account number'), '0123456789');
    expect(await screen.findByText(/The bank can’t be asked for the name now/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByText(/leaves your balance$/)).toBeTruthy();
  },
);

test('a number that isn’t complete asks no bank', async () => {
  const { user, callsOf } = setUp({}, gtbank);
  await user.type(await screen.findByLabelText('Account number'), '012345678');
  expect(callsOf('name-enquiry')).toEqual([]);
});

test('a number whose check digit isn’t that of the bank asks nobody', async () => {
  const fields = [
    buildTextField({
      name: 'account',
      placeholder: { en: 'Account number' },
      accountNumber: 'nuban',
    }),
  ];
  const { user, callsOf } = setUp(
    {
      'methods-withdrawal': { ...offer, methods: [{ ...method, fields }] },
      'banks-nigeria': { banks: [{ paymentMethod: 'bank-out', code: '058', name: 'GTBank' }] },
    },
    '?group=banksNigeria&method=bank-out&bank=058',
  );
  await user.type(await screen.findByLabelText('Amount'), '5000');
  await user.type(screen.getByLabelText('Account number'), '0123456789');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findAllByText(/a digit seems to be wrong/)).not.toEqual([]);
  expect([callsOf('name-enquiry'), callsOf('withdrawal-quote')]).toEqual([[], []]);
  // The bank's own check digit.
  await user.type(screen.getByLabelText('Account number'), '{Backspace}5');
  expect(await screen.findByText('Account of ADAEZE OKAFOR')).toBeTruthy();
});

test('a search without a result says so', async () => {
  const { user } = setUp();
  await user.type(await screen.findByRole('searchbox'), 'qqqqq');
  expect(await screen.findByRole('heading', { name: 'Nothing found' })).toBeTruthy();
});

test('banks that can’t be loaded can be asked for again', async () => {
  const { user, transport } = setUp({ 'banks-nigeria': networkError('lost') });
  await screen.findByText('We can’t show the banks');
  transport.answers['banks-nigeria'] = { banks };
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('list', { name: 'Banks' })).toBeTruthy();
});

test('a bank that is no longer there leads back to the list', async () => {
  setUp({}, '?group=banksNigeria&method=bank-out&bank=999');
  expect(await screen.findByRole('list', { name: 'Banks' })).toBeTruthy();
});

test('an account of before is one press away', async () => {
  const { user, at } = setUp({
    'saved-details-list': {
      details: [buildSavedDetails({ paymentMethod: 'bank-out', masked: 'GTBank •••• 6789' })],
    },
  });
  await screen.findByText('GTBank •••• 6789');
  await user.click(screen.getByRole('link', { name: 'Use' }));
  await at('Withdrawal group');
  expect(await screen.findByRole('radio', { name: /6789/, checked: true })).toBeTruthy();
  expect(screen.queryByLabelText('Account number')).toBeNull();
  // Back leads to the banks, from which the player came.
  await user.click(screen.getByRole('button', { name: 'Back' }));
  expect(await screen.findByRole('list', { name: 'Banks' })).toBeTruthy();
});

test('a withdrawal to a bank leads back to the banks', async () => {
  const { user, at } = setUp({ 'withdrawal-create': buildWithdrawal() }, gtbank);
  await user.type(await screen.findByLabelText('Account number'), '0123456789');
  await user.type(screen.getByLabelText('Amount'), '5000');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await at('Withdrawal confirm');
  await user.click(await screen.findByRole('button', { name: /^Withdraw/ }));
  await at('Withdrawal complete');
  await user.click(await screen.findByRole('button', { name: 'Back' }));
  expect(await screen.findByRole('list', { name: 'Banks' })).toBeTruthy();
});

test('a bank from the list is not paid to the account of an order before', async () => {
  const { user, router, at, callsOf } = setUp({
    'saved-details-list': {
      details: [buildSavedDetails({ paymentMethod: 'bank-out', masked: 'GTBank •••• 6789' })],
    },
  });
  await user.click(await screen.findByRole('link', { name: 'Use' }));
  await user.type(await screen.findByLabelText('Amount'), '5000');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await at('Withdrawal confirm');
  router.navigate({ to: 'Withdrawal Nigerian banks', search: { group: 'banksNigeria' } });
  await user.click(await screen.findByRole('link', { name: /Zenith Bank/ }));
  await user.type(await screen.findByLabelText('Account number'), '0123456789');
  await user.type(screen.getByLabelText('Amount'), '5000');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(callsOf('withdrawal-quote')).toHaveLength(2));
  const { request } = callsOf('withdrawal-quote')[1] ?? {};
  expect(request).toMatchObject({ fields: { bank: '055', account: '0123456789' } });
  expect(request).not.toHaveProperty('detailsId');
});
