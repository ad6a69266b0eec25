// `npm run ledger:check`: proves the books of the database at DATABASE_URL, or of the embedded one.
import path from 'node:path';
import { parseConfig } from '../config.ts';
import { connect } from '../db/connect.ts';
import { startEmbeddedPostgres } from '../db/embedded/embedded-postgres.ts';
import { checkLedger } from './check-ledger.ts';

const config = parseConfig(process.env);
const postgres =
  config.databaseUrl === null
    ? await startEmbeddedPostgres(path.join(config.dataFolder, 'postgres'))
    : null;
const db = connect(config.databaseUrl ?? postgres?.url ?? '', { poolSize: 1 });
try {
  const problems = await checkLedger(db);
  for (const { rule, subject } of problems) console.error(`✗ ${rule}: not so for ${subject}`);
  if (problems.length === 0) console.log('✓ The books are balanced.');
  process.exitCode = problems.length === 0 ? 0 : 1;
} finally {
  await db.destroy();
  await postgres?.stop();
}
