import { expect, test } from 'vitest';
import type { ConnectorError } from '../connectors/connector-outcome.ts';
import { buildBreakers } from './breakers.ts';

const down: ConnectorError = { kind: 'error', error: 'unavailable', detail: 'refused' };
const declined: ConnectorError = {
  kind: 'error',
  error: 'declined',
  message: null,
  detail: 'no',
};
let players = 0;
const nextPlayer = () => {
  players += 1;
  return `player ${players}`;
};
const at = (seconds: number) => new Date(seconds * 1000);

function failing(times: number) {
  const breakers = buildBreakers();
  for (let time = 0; time < times; time += 1)
    breakers.record('a', down, { now: at(0), playerId: nextPlayer() });
  return breakers;
}

test('opens the circuit after five failures, of that provider only', () => {
  expect(failing(4).refusal('a', at(1))).toBeNull();
  const breakers = failing(5);
  expect(breakers.refusal('a', at(1))).toMatchObject({ error: 'unavailable' });
  expect(breakers.refusal('b', at(1))).toBeNull();
});

test('lets one request probe after a pause, and doubles the pause if it fails', () => {
  const breakers = failing(5);
  expect(breakers.refusal('a', at(10))).toBeNull();
  expect(breakers.refusal('a', at(10))).not.toBeNull();
  breakers.record('a', down, { now: at(11), playerId: nextPlayer() });
  expect(breakers.refusal('a', at(30))).not.toBeNull();
  expect(breakers.refusal('a', at(31))).toBeNull();
  for (let second = 100; second < 2000; second += 130) {
    expect(breakers.refusal('a', at(second))).toBeNull();
    breakers.record('a', down, { now: at(second), playerId: nextPlayer() });
  }
});

test('tells how many requests would be sent, without sending one', () => {
  const breakers = failing(5);
  const roomAt = (second: number) => breakers.room('a', at(second));
  expect([roomAt(9), roomAt(10), roomAt(10)]).toEqual(['none', 'one', 'one']);
  breakers.record('a', declined, { now: at(10), playerId: nextPlayer() });
  expect(roomAt(10)).toBe('any');
  expect(breakers.room('b', at(1))).toBe('any');
});

test('stays closed if the requests of only one player fail', () => {
  const breakers = buildBreakers();
  const request = { now: at(0), playerId: 'one' };
  for (let time = 0; time < 20; time += 1) breakers.record('a', down, request);
  expect(breakers.refusal('a', at(1))).toBeNull();
  breakers.record('a', down, { now: at(0), playerId: 'two' });
  expect(breakers.room('a', at(1))).toBe('none');
});

test('resets all failures after a success; a decline is a success', () => {
  const breakers = failing(5);
  breakers.record('a', declined, { now: at(10), playerId: nextPlayer() });
  for (let time = 0; time < 4; time += 1)
    breakers.record('a', down, { now: at(11), playerId: nextPlayer() });
  expect(breakers.refusal('a', at(12))).toBeNull();
});

test("sends no request for as long as a provider's rate limit says", () => {
  const breakers = buildBreakers();
  const limited: ConnectorError = {
    kind: 'error',
    error: 'rateLimited',
    retryAfterMs: 30_000,
    detail: '429',
  };
  breakers.record('a', limited, { now: at(0), playerId: nextPlayer() });
  expect(breakers.refusal('a', at(10))).toMatchObject({
    error: 'rateLimited',
    retryAfterMs: 20_000,
  });
  expect(breakers.refusal('a', at(30))).toBeNull();
});
