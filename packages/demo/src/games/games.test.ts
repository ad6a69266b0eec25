import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { sites } from '../sites.ts';
import { coins, freeEntry, games } from './games.ts';

const boxes = new URL('../../../../catalog/coin-boxes.json', import.meta.url);

it('stakes and gives as many gold coins for a sweep coin as the cashier’s packages', () => {
  const [box] = JSON.parse(readFileSync(boxes, 'utf8')).coinBoxes;
  const gold = Number(box.gcAmount) / Number(box.scAmount);
  const stakes = Object.values(games).map((game) => game.stakes);
  const ratios = stakes.map(({ QGC, QSC }) => Number(QGC) / Number(QSC));
  expect(ratios).toEqual(ratios.map(() => gold));
  expect(Number(freeEntry.gold) / Number(freeEntry.sweep)).toBe(gold);
  expect(sites.lagoon.currencies).toEqual([...coins]);
});
