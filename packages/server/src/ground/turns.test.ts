import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildTurns } from './turns.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const ada = { brandId: 'kassa', playerId: 'ada' };
const bob = { brandId: 'kassa', playerId: 'bob' };

/** Begins works that last until they are ended, and notes which have begun. */
function buildWorks(most: number, mostWaiting: number) {
  const turns = buildTurns(most, mostWaiting);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const start = (name: string, player = ada) => {
    const taken = turns.take(player, () => {
      begun.push(name);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    });
    taken.catch(() => {});
    return taken;
  };
  const end = async (name: string) => {
    ends.get(name)?.();
    await vi.advanceTimersByTimeAsync(0);
  };
  return { begun, start, end, turns };
}

const refused = { code: 'rate.limited', params: { seconds: '1' } };

test('of a player so many run at once, the others in their order; other players don’t wait', async () => {
  const { begun, start, end } = buildWorks(2, 2);
  const first = start('a');
  for (const name of ['b', 'c', 'd']) start(name);
  await expect(start('e')).rejects.toMatchObject(refused);
  start('other', bob);
  await end('none');
  expect(begun).toEqual(['a', 'b', 'other']);
  await end('b');
  expect(begun.at(-1)).toBe('c');
  await end('a');
  expect(await first).toBe('a');
  expect(begun.at(-1)).toBe('d');
  start('f');
  await end('none');
  expect(begun).not.toContain('f');
});

test('whose turn doesn’t come is refused, and takes nobody’s turn', async () => {
  const { begun, start, end } = buildWorks(1, 2);
  start('a');
  const late = start('late');
  await vi.advanceTimersByTimeAsync(10_000);
  await expect(late).rejects.toMatchObject(refused);
  const next = start('next');
  await end('a');
  await end('next');
  expect(await next).toBe('next');
  expect(begun).toEqual(['a', 'next']);
});

test('works of a player begin at a pace by their costs, in their order', async () => {
  const turns = buildTurns(9, 9, { burst: 5, perSecond: 10 });
  const begun: string[] = [];
  const start = (name: string, cost?: number, player = ada) =>
    turns.take(player, async () => void begun.push(name), cost);
  const works = [start('a'), start('b', 4), start('c', 2), start('d'), start('e', 9)];
  works.push(start('other', 5, bob));
  await vi.advanceTimersByTimeAsync(199);
  expect(begun).toEqual(['a', 'b', 'other']);
  await vi.advanceTimersByTimeAsync(1);
  expect(begun.slice(3)).toEqual(['c']);
  await vi.advanceTimersByTimeAsync(100);
  expect(begun.slice(4)).toEqual(['d']);
  // A work that costs more than a burst begins after a rest.
  await vi.advanceTimersByTimeAsync(499);
  expect(begun.slice(5)).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(begun.slice(5)).toEqual(['e']);
  await Promise.all(works);
  await vi.advanceTimersByTimeAsync(900);
  await start('f', 5);
  expect(begun.at(-1)).toBe('f');
});

test('a work that fails gives its turn back', async () => {
  const { turns } = buildWorks(1, 0);
  const fail = () => turns.take(ada, () => Promise.reject(new Error('failed')));
  await expect(fail()).rejects.toThrow('failed');
  await expect(fail()).rejects.toThrow('failed');
});
