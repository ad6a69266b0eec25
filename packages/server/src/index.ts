export { connect } from './ground/database/connect.ts';
export { startEmbeddedPostgres } from './ground/database/embedded/embedded-postgres.ts';
export { checkLedger } from './money/ledger/check-ledger.ts';
export { checkWallet } from './money/wallet/http/conformance/check-wallet.ts';
