import { buildCreatedDeposit, buildDepositSummary } from '@kassa/test-kit';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { TransportError } from '../../transport/transport-error.ts';
import { createFakePopup, setUpForm } from './testing/set-up-form.tsx';

let popup: ReturnType<typeof createFakePopup>;
beforeEach(() => {
  popup = createFakePopup();
  vi.spyOn(window, 'open').mockImplementation(popup.open);
});
afterEach(() => void vi.restoreAllMocks());

const first = buildDepositSummary({ depositId: 'deposit-first', reference: 'KS-1111-1111' });
const duplicate = new TransportError({
  kind: 'refused',
  code: 'deposit.alreadyOpen',
  message: '',
  status: 409,
  params: { depositId: first.depositId, createdAt: '2026-03-01T10:20:00Z' },
  reference: first.reference,
});

type Stage = Awaited<ReturnType<typeof setUp>>;

/** Pays 50 in a form whose player has an open deposit of 50. */
async function setUp() {
  const stage = await setUpForm({
    answers: {
      'deposit-create': duplicate,
      'deposit-get': { deposit: first, created: buildCreatedDeposit() },
    },
    path: '/deposit',
  });
  await stage.pay('50');
  const question = await screen.findByRole('region', {
    name: 'Continue the first deposit or make another?',
  });
  return { ...stage, question };
}

test('a duplicate asks the player, with the first deposit’s facts, and closes the popup', async () => {
  const { question, callsOf } = await setUp();
  expect(callsOf('deposit-create')[0]?.request).toMatchObject({ isAnother: false });
  expect(popup.popup.close).toHaveBeenCalled();
  expect(document.activeElement).toBe(within(question).getByRole('heading'));
  expect(question.textContent).toContain('You have an unpaid deposit of €50.00 with Bank card.');
  expect(question.textContent).toContain('Mar 1, 2026');
  expect(question.textContent).toContain('KS-1111-1111');
  // It is no failure.
  expect(screen.queryByText('The deposit was not created')).toBeNull();
});

test('the last action, where the pay button was, makes no second deposit', async () => {
  const { question } = await setUp();
  const first = await within(question).findByRole('link', { name: 'Continue the first' });
  const another = within(question).getByRole('button', { name: 'Make another' });
  expect(another.compareDocumentPosition(first)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test('“Continue the first” goes to the page of that deposit', async () => {
  const { user, callsOf } = await setUp();
  const link = await screen.findByRole('link', { name: 'Continue the first' });
  expect(link.getAttribute('href')).toBe('https://provider.example/pay/1');
  await user.click(link);
  await screen.findByText('Waiting for your payment');
  expect(callsOf('deposit-create')).toHaveLength(1);
});

test('“Make another” creates one in the click, under another key', async () => {
  const { user, transport, callsOf } = await setUp();
  transport.answers['deposit-create'] = buildCreatedDeposit();
  await user.click(screen.getByRole('button', { name: 'Make another' }));
  await screen.findByText('Waiting for your payment');
  const [refused, created] = callsOf('deposit-create');
  expect(created?.request).toMatchObject({ amount: '50', isAnother: true });
  expect(created?.idempotencyKey).not.toBe(refused?.idempotencyKey);
});

describe('a step back', () => {
  test.each([
    ['by the browser or the phone', ({ history }: Stage) => act(() => history.go(-1))],
    [
      'by the header',
      ({ user }: Stage) => user.click(screen.getByRole('button', { name: 'Back' })),
    ],
  ])('%s leaves the question for the form, which keeps its values', async (_, goBack) => {
    const stage = await setUp();
    await goBack(stage);
    expect(await screen.findByRole('button', { name: 'Deposit €50.00' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Make another' })).toBeNull();
    expect(screen.getByLabelText<HTMLInputElement>('Amount').value).toBe('50');
    expect(document.activeElement).not.toBe(document.body);
    await stage.user.click(screen.getByRole('button', { name: 'Back' }));
    await waitFor(() => expect(stage.router.getPlace()?.path).toBe('/deposit'));
  });

  test('after the question leaves the form', async () => {
    const { user, amount, router, history } = await setUp();
    await user.clear(amount);
    await user.type(amount, '60');
    expect(router.getPlace()?.path).toBe('/deposit/redirect');
    act(() => history.go(-1));
    await waitFor(() => expect(router.getPlace()?.path).toBe('/deposit'));
  });
});

test('another amount needs no question', async () => {
  const { user, amount, transport, callsOf, press } = await setUp();
  transport.answers['deposit-create'] = buildCreatedDeposit();
  await user.clear(amount);
  await user.type(amount, '60');
  expect(screen.queryByRole('button', { name: 'Make another' })).toBeNull();
  await press();
  await screen.findByText('Waiting for your payment');
  expect(callsOf('deposit-create')[1]?.request).toMatchObject({ amount: '60', isAnother: false });
});

test('the enter key never makes another one', async () => {
  const { user, amount, callsOf } = await setUp();
  await user.type(amount, '{Enter}');
  await waitFor(() => expect(callsOf('deposit-create')).toHaveLength(2));
  expect(callsOf('deposit-create')[1]?.request).toMatchObject({ isAnother: false });
});
