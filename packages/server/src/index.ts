export { connect } from './db/connect.ts';
export { startEmbeddedPostgres } from './db/embedded/embedded-postgres.ts';
export { checkLedger } from './ledger/check-ledger.ts';
