import { expect, test } from 'vitest';
import { sweepLanes } from './sweep-lanes.ts';

/** Lanes with so many due rows; one lane may hang until `until` resolves. */
function buildLanes(due: Record<string, number>, hang?: { lane: string; until: Promise<void> }) {
  const done: string[] = [];
  return {
    done,
    find: async () => Object.keys(due).filter((lane) => (due[lane] ?? 0) > 0),
    workBatch: async (lane: string) => {
      const taken = Math.min(due[lane] ?? 0, 2);
      due[lane] = (due[lane] ?? 0) - taken;
      if (lane === hang?.lane) await hang.until;
      done.push(...Array.from({ length: taken }, () => lane));
      return taken;
    },
    batchSize: 2,
  };
}

test('a run continues until no row is left', async () => {
  const due = { a: 7, b: 1 };
  expect(await sweepLanes(buildLanes(due))).toBe(8);
  expect(due).toEqual({ a: 0, b: 0 });
});

test("a lane that hangs doesn't delay the other lanes, rows that become due meanwhile included", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const due = { hanging: 4, well: 4 };
  const lanes = buildLanes(due, { lane: 'hanging', until: promise });
  const run = sweepLanes(lanes);
  await expect.poll(() => lanes.done.filter((lane) => lane === 'well').length).toBe(4);
  due.well = 1;
  await expect.poll(() => due.well).toBe(0);
  expect(lanes.done).not.toContain('hanging');
  resolve();
  expect(await run).toBe(9);
});

test('a lane that fails fails the run, after the other lanes are done', async () => {
  const due = { broken: 1, well: 4 };
  const lanes = buildLanes(due);
  const workBatch = async (lane: string) => {
    if (lane === 'broken') throw new Error('it broke');
    return lanes.workBatch(lane);
  };
  await expect(sweepLanes({ ...lanes, workBatch })).rejects.toThrow('it broke');
  expect(due.well).toBe(0);
});
