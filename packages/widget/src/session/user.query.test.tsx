import { buildUser } from '@kassa/test-kit';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { setStage } from '../testing/stage.tsx';
import { SessionContext } from './session.ts';
import { useUser } from './user.query.ts';

beforeEach(() => sessionStorage.clear());

function Currency() {
  return <p>{useUser().data?.currency}</p>;
}

const tokenOf = (sub: string) => `e30.${btoa(JSON.stringify({ sub }))}.x`;

function showCurrency(currency: string | null, playerId = buildUser().id) {
  const { started, transport } = setStage({
    answers: { 'user-get': currency === null ? 'never' : buildUser({ currency }) },
    hostData: { token: tokenOf(playerId) },
    playerKey: `key-of-${playerId}`,
  });
  render(
    <SessionContext value={started.session}>
      <QueryClientProvider client={started.queryClient}>
        <Currency />
      </QueryClientProvider>
    </SessionContext>,
  );
  return transport;
}

test('the player is shown as in the server’s response and pushes', async () => {
  const transport = showCurrency('KZT');
  expect(await screen.findByText('KZT')).toBeDefined();
  act(() => transport.push({ name: 'login.token', data: buildUser({ currency: 'EUR' }) }));
  expect(await screen.findByText('EUR')).toBeDefined();
});

test.each([
  {
    name: 'deposit.status',
    data: { depositId: 'd1', status: 1, word: 'PAYED', amount: '50', currency: 'EUR' },
  },
  {
    name: 'withdrawal.status',
    data: { withdrawalId: 'w1', status: 2, word: 'FAILED', amount: '50', currency: 'EUR' },
  },
] as const)('the balance follows another tab: $name', async (push) => {
  const transport = showCurrency('KZT');
  expect(await screen.findByText('KZT')).toBeDefined();
  transport.answers['user-get'] = buildUser({ currency: 'EUR' });
  act(() => transport.push(push));
  expect(await screen.findByText('EUR')).toBeDefined();
});

test('the balance is loaded again when the player comes back to the tab', async () => {
  const transport = showCurrency('KZT');
  expect(await screen.findByText('KZT')).toBeDefined();
  transport.answers['user-get'] = buildUser({ currency: 'EUR' });
  act(() => void window.dispatchEvent(new Event('visibilitychange')));
  expect(await screen.findByText('EUR')).toBeDefined();
});

test('after a reload the player shows as last loaded, and no other player does', async () => {
  showCurrency('KZT').push({ name: 'login.token', data: buildUser({ currency: 'KZT' }) });
  expect(await screen.findByText('KZT')).toBeDefined();
  cleanup();
  showCurrency(null);
  expect(await screen.findByText('KZT')).toBeDefined();
  cleanup();
  showCurrency(null, 'somebody-else');
  expect(screen.queryByText('KZT')).toBeNull();
});

test('a late push of the player before is not stored as the current player', async () => {
  const transport = showCurrency(null, 'somebody-else');
  act(() => transport.push({ name: 'login.token', data: buildUser({ currency: 'KZT' }) }));
  expect(await screen.findByText('KZT')).toBeDefined();
  cleanup();
  showCurrency(null, 'somebody-else');
  expect(screen.queryByText('KZT')).toBeNull();
});
