import type { DepositSummary } from '@kassa/contract';
import { buildClaim } from '@kassa/test-kit';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { mainTree, type StageOptions } from '../../../testing/stage.tsx';
import { answersFor, claimable, fileInput, setUpClaim } from './testing/set-up-claim.tsx';

const complete = '/deposit/complete?depositId=deposit-1&method=card';

const openComplete = (deposit: DepositSummary, options: StageOptions = {}) =>
  setUpClaim(deposit, { path: complete, ...options });
const openHistory = (...deposits: DepositSummary[]) =>
  setUpClaim(deposits[0], { path: '/deposit/history', answers: { 'deposit-list': { deposits } } });

const way = { name: 'I paid and nothing came' };

describe('the complete page', () => {
  test.each(['CANCELED', 'AUTO_CANCELED', 'DECLINED'] as const)(
    'of a deposit that ended as %s leads to the claim',
    async (status) => {
      const { user, router } = openComplete(claimable({ status }));
      await user.click(await screen.findByRole('link', way));
      expect(await fileInput()).toBeTruthy();
      expect(router.getPlace()?.path).toBe('/deposit/claim');
      await user.click(screen.getByRole('button', { name: 'Back' }));
      await screen.findByRole('link', way);
    },
  );

  test('offers it for an accepted deposit, and not while it only waits', async () => {
    const pending = claimable({ status: 'PENDING' });
    const { transport, router } = openComplete(pending);
    await screen.findByRole('heading', { name: 'Waiting for your payment' });
    await waitFor(() =>
      expect(transport.calls.some(({ name }) => name === 'deposit-get')).toBe(true),
    );
    expect(screen.queryByRole('link', way)).toBeNull();
    act(() => router.navigate({ to: 'Deposit list' }));
    await screen.findByRole('link', { name: /Bank card/ });
    const search = { depositId: 'deposit-1', method: 'card', status: 'accepted' };
    act(() => router.navigate({ to: 'Complete deposit', search }));
    expect(await screen.findByRole('link', way)).toBeTruthy();
  });

  test('offers nothing where the server takes no claim', async () => {
    const { transport } = openComplete(claimable({ canClaim: false }));
    await screen.findByRole('heading', { name: 'Payment canceled' });
    await waitFor(() =>
      expect(transport.calls.some(({ name }) => name === 'deposit-get')).toBe(true),
    );
    expect(screen.queryByRole('link', way)).toBeNull();
  });

  test('shows the claim instead, and follows it', async () => {
    const { transport } = openComplete(claimable({ claim: buildClaim() }));
    await screen.findByRole('heading', { name: 'We are looking for your payment' });
    expect(screen.queryByRole('link', way)).toBeNull();
    const claim = buildClaim({ status: 'moreNeeded', message: 'The date is cut off.' });
    Object.assign(transport.answers, answersFor(claimable({ claim })));
    const data = { depositId: 'deposit-1', status: 4, amount: '50.00', currency: 'EUR' } as const;
    act(() => transport.push({ name: 'deposit.status', data: { ...data, word: 'CANCELED' } }));
    expect(await screen.findByText('The date is cut off.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Send a better proof' })).toBeTruthy();
  });

  test('on another device, which shows the deposit alone, offers no claim', async () => {
    const { 'Deposit claim': _, ...paths } = mainTree.paths;
    const { transport } = openComplete(claimable(), {
      isSingleDeposit: true,
      tree: { ...mainTree, paths },
    });
    await screen.findByRole('heading', { name: 'Payment canceled' });
    await waitFor(() =>
      expect(transport.calls.some(({ name }) => name === 'deposit-get')).toBe(true),
    );
    expect(screen.queryByRole('link', way)).toBeNull();
  });
});

describe('the history', () => {
  test('leads to the claim where one is possible', async () => {
    const other = claimable({ depositId: 'd2', canClaim: false, status: 'PAYED' });
    const { user, router } = openHistory(claimable(), other);
    const [first, second] = await screen.findAllByRole('listitem');
    expect(within(second as HTMLElement).getAllByRole('link')).toHaveLength(1);
    await user.click(within(first as HTMLElement).getByRole('link', way));
    expect(await fileInput()).toBeTruthy();
    expect(router.getPlace()?.search.depositId).toBe('deposit-1');
  });

  test('offers it for an unfinished deposit once its player has reported the payment', async () => {
    const unfinished = claimable({ status: 'PENDING', canContinue: true });
    const { transport } = openHistory(unfinished);
    expect(await screen.findByRole('article')).toBeTruthy();
    expect(screen.queryByRole('link', way)).toBeNull();
    const deposits = [{ ...unfinished, isReported: true }];
    transport.answers['deposit-list'] = { deposits };
    act(() => transport.connect());
    expect(await screen.findByRole('link', way)).toBeTruthy();
  });

  test.each([
    ['open', /We are looking for your payment.*Answer by/],
    ['moreNeeded', 'We need a better proof'],
    ['credited', 'Your payment was found and credited'],
    ['refused', 'We found no payment'],
  ] as const)('shows a claim that is %s', async (status, name) => {
    const { user } = openHistory(claimable({ claim: buildClaim({ status }), canClaim: false }));
    await user.click(await screen.findByRole('link', { name }));
    const title = status === 'open' ? 'We are looking for your payment' : name;
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
  });
});
