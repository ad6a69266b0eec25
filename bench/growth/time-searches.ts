import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import type { Db } from '../deposits/count-credited.ts';
import type { Stage } from '../deposits/stage.ts';
import { root } from '../measuring/own-process.ts';
import { median } from '../measuring/statistics.ts';

const run = promisify(execFile);
const keySchema = z.object({ key: z.string() });
const repeats = 15;

/** Makes a key of the operator API, as an operator makes the first one. */
export async function makeOperatorKey({ folder }: Stage): Promise<string> {
  const command = ['packages/server/bin/kassa.mjs', 'keys', 'create', '--json'];
  const { stdout } = await run(
    process.execPath,
    [...command, '--name', 'benchmark', '--scopes', 'read'],
    { cwd: root, env: { ...process.env, KASSA_DATA: folder, KASSA_CONFIG: folder } },
  );
  return keySchema.parse(JSON.parse(stdout)).key;
}

/** What operators look for, each with the median of its times in milliseconds. */
export async function timeSearches(
  port: number,
  key: string,
  db: Db,
): Promise<Record<string, number>> {
  const times: Record<string, number> = {};
  for (const [name, path] of Object.entries(await describeSearches(db))) {
    const all: number[] = [];
    for (let index = 0; index < repeats; index += 1) all.push(await time(port, key, path));
    times[name] = median(all);
  }
  return times;
}

/** By a deposit from the middle of the table: neither the newest nor the first. */
async function describeSearches(db: Db): Promise<Record<string, string>> {
  const newest = db
    .selectFrom('deposits as d')
    .innerJoin('players as p', 'p.id', 'd.player_id')
    .where('d.brand_id', '=', 'kassa')
    .where('d.status', '=', 'processed')
    .where('p.external_id', 'like', 'grown-%')
    .orderBy('d.id', 'desc');
  const some = await newest
    .select(['d.id', 'd.reference', 'd.provider_reference', 'd.created_at', 'p.external_id'])
    .offset(5000)
    .limit(1)
    .executeTakeFirstOrThrow();
  const day = some.created_at.toISOString().slice(0, 10);
  return {
    'the newest': '/deposits',
    'by reference': `/deposits?reference=${some.reference}`,
    "by the provider's id": `/deposits?providerReference=${some.provider_reference}`,
    "a player's": `/deposits?player=${some.external_id}`,
    'declined ones': '/deposits?status=declined',
    'of one day': `/deposits?from=${day}&to=${day}`,
    'of an amount that is rare': '/deposits?minAmount=51',
    'in a status that is rare': '/deposits?status=parked',
    'parked money': '/payments/parked',
    'one with its timeline': `/deposits/${some.id}`,
  };
}

async function time(port: number, key: string, path: string): Promise<number> {
  const startedAt = performance.now();
  const response = await fetch(`http://localhost:${port}/operator/v1${path}`, {
    headers: { authorization: `Bearer ${key}` },
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${text}`);
  return performance.now() - startedAt;
}
