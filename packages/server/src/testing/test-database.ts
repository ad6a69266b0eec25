import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

/** Creates an empty database with the current schema for one test file. Returns its URL. */
export async function createTestDatabase(): Promise<string> {
  const template = new URL(inject('templateUrl'));
  const name = `test_${randomBytes(6).toString('hex')}`;
  const admin = new URL(template);
  admin.pathname = '/postgres';
  const client = new pg.Client({ connectionString: admin.href });
  await client.connect();
  try {
    // The other strategy writes every page to the log, which doubles what a run stores.
    const from = template.pathname.slice(1);
    await client.query(`create database ${name} template ${from} strategy file_copy`);
  } finally {
    await client.end();
  }
  const url = new URL(template);
  url.pathname = `/${name}`;
  return url.href;
}
