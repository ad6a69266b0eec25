export { connect } from './ground/database/connect.ts';
export { startEmbeddedPostgres } from './ground/database/embedded/embedded-postgres.ts';
export { loadDataKeys } from './ground/encryption/data-keys.ts';
export { buildVault } from './ground/encryption/vault.ts';
export { checkLedger } from './money/ledger/check-ledger.ts';
export { addRequisite } from './money/requisites/add-requisite.ts';
export { checkWallet } from './money/wallet/http/conformance/check-wallet.ts';
