import {
  buildCreatedDeposit,
  buildDepositSummary,
  buildOffer,
  buildPaymentMethod,
} from '@kassa/test-kit';
import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { type StageOptions, setStage } from '../../testing/stage.tsx';

afterEach(() => void vi.restoreAllMocks());

const agent = buildPaymentMethod({
  name: 'agent',
  text: { en: 'City agent' },
  cardViewType: 20,
  linkSchemes: ['tg'],
  securityRulesGroup: 'agent',
});

async function setUp(source: string, options: StageOptions = {}) {
  const user = userEvent.setup();
  const stage = setStage({
    path: '/deposit/cash?method=agent',
    answers: {
      'methods-payment-v3': buildOffer([agent]),
      'deposit-create': buildCreatedDeposit({ source }),
      'deposit-get': {
        deposit: buildDepositSummary({ paymentMethod: 'agent', reference: 'KS-7Q2M-41XK' }),
        created: buildCreatedDeposit({ source }),
      },
    },
    ...options,
  });
  render(stage.element);
  const amount = await screen.findByLabelText('Amount');
  const openChat = async () => {
    await user.type(amount, '50');
    await user.click(screen.getByRole('button', { name: 'Open the chat' }));
  };
  return { ...stage, user, openChat };
}

test('explains in three steps how cash reaches the account', async () => {
  await setUp('https://t.me/agent');
  const steps = screen.getByRole('region', { name: 'How you pay in cash' });
  expect(within(steps).getAllByRole('listitem')).toHaveLength(3);
  expect(screen.getByText('City agent')).toBeTruthy();
});

test('a blocked popup leaves a link to the chat, with the reference for the agent', async () => {
  vi.spyOn(window, 'open').mockReturnValue(null);
  const { user, openChat, router } = await setUp('https://t.me/agent');
  await openChat();
  const link = await screen.findByRole('link', { name: 'Open the chat' });
  expect(link.getAttribute('href')).toMatch(/^https:\/\/t\.me\/agent/);
  expect(await screen.findByText('KS-7Q2M-41XK')).toBeTruthy();
  await user.click(link);
  await screen.findByText('Waiting for your payment');
  expect(router.getPlace()?.search).toMatchObject({ method: 'agent', to: 'Redirect deposit cash' });
});

test('a chat in an app has its own link', async () => {
  vi.spyOn(window, 'open').mockReturnValue(null);
  const { openChat } = await setUp('tg://resolve?domain=agent');
  await openChat();
  const link = await screen.findByRole('link', { name: 'Open the chat' });
  expect(link.getAttribute('href')).toMatch(/^tg:/);
  expect(screen.getByText(/Go on in the chat/)).toBeTruthy();
});

test('a link whose scheme the method doesn’t declare is never opened', async () => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null);
  const { openChat } = await setUp('whatsapp://send?phone=1');
  await openChat();
  expect(await screen.findByText('The deposit did not go through')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Open the chat' })).toBeNull();
  expect(open.mock.calls.flat().join()).not.toContain('whatsapp');
});
