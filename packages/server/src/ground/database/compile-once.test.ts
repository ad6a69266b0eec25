import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../testing/test-database.ts';
import { compileOnce } from './compile-once.ts';
import { connect, type Db } from './connect.ts';

let db: Db;
beforeAll(async () => {
  db = connect(await createTestDatabase(), { poolSize: 1 });
});
afterAll(() => db.destroy());

interface Sought {
  row: { name: string; at?: Date | null; tags?: string[] | undefined };
  most?: number;
}

test('a statement is built once for each shape of its values, and run with the values of each call', async () => {
  const shapes: string[] = [];
  const read = compileOnce<Sought, Record<string, unknown>>((query, { row, most }, kind) => {
    const names = Object.entries(row).flatMap(([name, value]) => (value === undefined ? [] : name));
    shapes.push(`${kind}${names}${most === undefined ? '' : ' limited'}`);
    return query
      .selectNoFrom([
        sql`${row.name}::text`.as('name'),
        sql`${row.at ?? null}::timestamptz`.as('at'),
        sql`${row.tags ?? null}::text[]`.as('tags'),
      ])
      .$if(most !== undefined, (it) => it.limit(most ?? 0)) as never;
  });
  const at = new Date('2026-11-01T00:00:00Z');
  const none = { at: null, tags: null };
  expect(await read(db, { row: { name: 'a' } })).toEqual([{ name: 'a', ...none }]);
  expect(await read(db, { row: { name: 'b' } })).toEqual([{ name: 'b', ...none }]);
  expect(await read(db, { row: { name: 'c', tags: undefined } })).toEqual([{ name: 'c', ...none }]);
  const full = { name: 'd', at, tags: ['x', 'y'] };
  expect(await read(db, { row: full })).toEqual([full]);
  expect(await read(db, { row: { ...full, at: null } })).toEqual([{ ...full, at: null }]);
  expect(await read(db, { row: { name: 'e' }, most: 0 })).toEqual([]);
  expect(await read(db, { row: { name: 'f' }, most: 1 }, 'other ')).toEqual([
    { name: 'f', ...none },
  ]);
  expect(shapes).toEqual(['name', 'name,at,tags', 'name limited', 'other name limited']);
});

test('a value that would be the same in each call is refused', async () => {
  const write = compileOnce<{ row: { name: string; data: unknown } }>((query, { row }) =>
    query.selectNoFrom(sql`${row.data}::jsonb`.as(`data`)),
  );
  const row = { name: 'a', data: { nested: 'in a column' } };
  await expect(write(db, { row })).rejects.toThrow('A value is lost in a statement');
});
