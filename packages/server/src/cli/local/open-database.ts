import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { parseConfig } from '../../ground/config/config.ts';
import { connect, type Db } from '../../ground/database/connect.ts';
import { startEmbeddedPostgres } from '../../ground/database/embedded/embedded-postgres.ts';
import { describeFolder } from '../../ground/database/embedded/folder.ts';
import { CliError } from '../terminal/terminal.ts';

/**
 * Works on the server's own database: the one at `DATABASE_URL`, or the embedded one, which is
 * joined where a server runs on it and else started for as long as the work takes.
 * @throws CliError usage where there is no database yet
 */
export async function withDatabase<Result>(
  environment: NodeJS.ProcessEnv,
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  return withDatabaseUrl(environment, { isMade: false }, async (url) => {
    const db = connect(url, { poolSize: 1, statementTimeoutMs: 0 });
    try {
      return await work(db);
    } finally {
      await db.destroy();
    }
  });
}

/** The same with the database's address. `isMade`: an embedded one is made where there is none. */
export async function withDatabaseUrl<Result>(
  environment: NodeJS.ProcessEnv,
  { isMade }: { isMade: boolean },
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  const config = parseConfig(environment);
  const external = config.databaseDirectUrl ?? config.databaseUrl;
  if (external !== null) return work(external);
  const folder = path.join(config.dataFolder, 'postgres');
  if (!isMade && !existsSync(describeFolder(folder).cluster)) {
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
 * The brand that is meant: the one named, or the only one there is. Their files are only listed, not
 * read: what they take from the server's environment needn't be in this one.
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
  const known = brands.length === 0 ? `${folder} has none` : `there are ${brands.join(', ')}`;
  const problem = named === undefined ? 'Say which brand with --brand' : `No brand "${named}"`;
  throw new CliError('usage', `${problem}: ${known}.`);
}
