import { buildDepositState, buildOffer } from '@kassa/test-kit';
import { cleanup, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type StageOptions, setStage } from '../../testing/stage.tsx';

const blocked = { ...buildOffer([]), block: { reason: 'blocked' as const } };

async function findLink(options: StageOptions): Promise<HTMLElement | null> {
  render(setStage(options).element);
  await screen.findByRole('button', { name: 'Copy the player ID' });
  return screen.queryByRole('link', { name: 'Contact support' });
}

test('support is a link where a text speaks of it, and none where the brand has none', async () => {
  const answers = { 'methods-payment-v3': blocked };
  const link = await findLink({ answers, supportUrl: 'https://casino.example/help' });
  expect(link?.getAttribute('href')).toBe('https://casino.example/help');
  expect(link?.getAttribute('target')).toBe('_blank');
  cleanup();
  expect(await findLink({ answers })).toBeNull();
});

test('an address that is none of a support is no link', async () => {
  const options = { answers: { 'methods-payment-v3': blocked }, supportUrl: 'javascript:alert(1)' };
  expect(await findLink(options)).toBeNull();
});

test('a chat opens in no window of its own, except from a native app', async () => {
  const options = { answers: { 'methods-payment-v3': blocked }, supportUrl: 'tg://resolve' };
  expect((await findLink(options))?.getAttribute('target')).toBeNull();
  cleanup();
  expect((await findLink({ ...options, isNative: true }))?.getAttribute('target')).toBe('_blank');
});

test.each([
  { status: 'DECLINED' },
  { status: 'PAYED', processingAmount: '50.00', takenBack: { reversed: '50.00' } },
] as const)('the complete page has the link where a payment is %j', async (deposit) => {
  const path = '/deposit/complete?depositId=deposit-1&method=card';
  const answers = { 'deposit-status': buildDepositState(deposit) };
  render(setStage({ path, answers, supportUrl: 'mailto:help@casino.example' }).element);
  const link = await screen.findByRole('link', { name: 'Contact support' });
  expect(link.getAttribute('href')).toBe('mailto:help@casino.example');
});

test('the sweepstake cashier has the link where it sends a player to support', async () => {
  const answers = { 'sweepstake-boxes': { boxes: [], obstacle: 'regionUnknown' as const } };
  const hostData = { widgetViewType: 'sweep' as const };
  render(setStage({ answers, hostData, supportUrl: 'https://casino.example/help' }).element);
  expect(await screen.findByRole('link', { name: 'Contact support' })).toBeTruthy();
});
