import { expect, test, vi } from 'vitest';
import { buildCaller } from '../testing/build-caller.ts';
import { logAnalytics } from './log-analytics.ts';

test("writes one line per event, with Kassa's id of the token's player and none of the operator's", () => {
  const info = vi.fn();
  const caller = buildCaller('kassa', 'player-1', 'EUR', { playerId: 'p' });
  logAnalytics({ log: { info, warn: vi.fn(), error: vi.fn() } }, caller, {
    events: [
      { event: 'submit', event_category: 'deposit', submit_amount: '50' },
      { event: 'exit', event_category: 'deposit' },
    ],
    platform: 'ios',
    host: 'casino',
    partnerKey: 'partner-7',
    userId: 'u-42',
  });
  const sender = { platform: 'ios', host: 'casino', partnerKey: 'partner-7' };
  expect(info.mock.calls.map(([fields]) => fields)).toMatchObject([
    { brandId: 'kassa', playerId: 'p', ...sender, event: 'submit', submit_amount: '50' },
    { brandId: 'kassa', playerId: 'p', ...sender, event: 'exit' },
  ]);
  expect(JSON.stringify(info.mock.calls)).not.toMatch(/player-1|u-42/);
});
