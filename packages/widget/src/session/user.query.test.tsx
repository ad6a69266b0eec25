import { buildUser } from '@kassa/test-kit';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { setStage } from '../testing/stage.tsx';
import { SessionContext } from './session.ts';
import { useUser } from './user.query.ts';

function Currency() {
  return <p>{useUser().data?.currency}</p>;
}

function showCurrency(currency: string) {
  const { started, transport } = setStage({ answers: { 'user-get': buildUser({ currency }) } });
  render(
    <SessionContext value={started.session}>
      <QueryClientProvider client={started.queryClient}>
        <Currency />
      </QueryClientProvider>
    </SessionContext>,
  );
  return transport;
}

test('an account in gold coins is one in sweep coins, asked for or pushed (§3)', async () => {
  const transport = showCurrency('QGC');
  expect(await screen.findByText('QSC')).toBeDefined();
  act(() => transport.push({ name: 'login.token', data: buildUser({ currency: 'EUR' }) }));
  expect(await screen.findByText('EUR')).toBeDefined();
  act(() => transport.push({ name: 'login.token', data: buildUser({ currency: 'QGC' }) }));
  expect(await screen.findByText('QSC')).toBeDefined();
});
