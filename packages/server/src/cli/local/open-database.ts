import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { parseConfig } from '../../ground/config/config.ts';
import { connect, type Db } from '../../ground/database/connect.ts';
import { startEmbeddedPostgres } from '../../ground/database/embedded/embedded-postgres.ts';
import { describeFolder } from '../../ground/database/embedded/folder.ts';
import { CliError } from '../terminal/terminal.ts';

/**
 * Opens the server's own database for `work`: the one at `DATABASE_URL`, or the embedded one. The
 * embedded database is started for the duration of `work`, unless a server already runs it.
 * @throws CliError usage if there is no database yet
 */
export async function withDatabase<Result>(
  environment: NodeJS.ProcessEnv,
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  return withDatabaseUrl(environment, { isCreated: false }, async (url) => {
    const db = connect(url, { poolSize: 1, statementTimeoutMs: 0 });
    try {
      return await work(db);
    } finally {
      await db.destroy();
    }
  });
}

/**
 * Does the same with the database's URL. `isCreated`: creates an embedded database if there is none.
 */
export async function withDatabaseUrl<Result>(
  environment: NodeJS.ProcessEnv,
  { isCreated }: { isCreated: boolean },
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  const config = parseConfig(environment);
  const external = config.databaseDirectUrl ?? config.databaseUrl;
  if (external !== null) return work(external);
  const folder = path.join(config.dataFolder, 'postgres');
  if (!isCreated && !existsSync(describeFolder(folder).cluster)) {
    const message = `There is no database in ${folder}: start Kassa once, or run "kassa migrate".`;
    throw new CliError('usage', message);
  }
  const postgres = await startEmbeddedPostgres(folder);
  try {
    return await work(postgres.url);
  } finally {
    await postgres.stop();
  }
}

/**
 * Returns the named brand, or the only one. The brands' files are only listed, not read: the
 * environment variables that they need may be missing here.
 * @throws CliError usage
 */
export function chooseBrand(environment: NodeJS.ProcessEnv, named: string | undefined): string {
  const folder = path.join(parseConfig(environment).configFolder, 'brands');
  const brands = existsSync(folder)
    ? readdirSync(folder)
        .filter((file) => file.endsWith('.json'))
        .map((file) => path.basename(file, '.json'))
    : [];
  const [only] = brands;
  if (named === undefined && only !== undefined && brands.length === 1) return only;
  if (named !== undefined && brands.includes(named)) return named;
  const known =
    brands.length === 0
      ? `there are no brands in ${folder}`
      : `the brands are ${brands.join(', ')}`;
  const problem =
    named === undefined ? 'Name the brand with --brand' : `There is no brand "${named}"`;
  throw new CliError('usage', `${problem}: ${known}.`);
}
