export { connect } from './db/connect.ts';
export { startEmbeddedPostgres } from './db/embedded/embedded-postgres.ts';
export { checkLedger } from './ledger/check-ledger.ts';
export { checkWallet } from './wallet/http/conformance/check-wallet.ts';
