import type { AttemptTables } from './tables/attempts.ts';
import type { SensitiveTables } from './tables/blind-index.ts';
import type { BonusTables } from './tables/bonuses.ts';
import type { CaptchaTables } from './tables/captcha.ts';
import type { ChainPayoutTables } from './tables/chain-payouts.ts';
import type { ChainTables } from './tables/chains.ts';
import type { ClaimTables } from './tables/claims.ts';
import type { ConfigReloadsTables } from './tables/config-reloads.ts';
import type { CorrectionTables } from './tables/corrections.ts';
import type { DeviceCodesTables } from './tables/device-codes.ts';
import type { IdempotencyTables } from './tables/idempotency.ts';
import type { JobsTables } from './tables/jobs.ts';
import type { LedgerTables } from './tables/ledger.ts';
import type { LimitsTables } from './tables/limits.ts';
import type { MoneyTables } from './tables/money.ts';
import type { OperatorTables } from './tables/operator.ts';
import type { PageCodesTables } from './tables/page-codes.ts';
import type { PayoutBatchTables } from './tables/payout-batches.ts';
import type { PayoutRuleTables } from './tables/payout-rules.ts';
import type { ReconciliationTables } from './tables/reconciliation.ts';
import type { RefundTables } from './tables/refunds.ts';
import type { RequisiteTables } from './tables/requisites.ts';
import type { SavedDetailsTables } from './tables/saved-details.ts';
import type { SweepstakeTables } from './tables/sweepstake.ts';
import type { TokenRevocationsTables } from './tables/token-revocations.ts';
import type { WalletOperationTables } from './tables/wallet-operations.ts';
import type { WebhookTables } from './tables/webhooks.ts';
import type { WidgetFilesTables } from './tables/widget-files.ts';
import type { WithdrawalTables } from './tables/withdrawals.ts';

/** All tables, by domain. */
export type Database = MoneyTables &
  AttemptTables &
  LedgerTables &
  LimitsTables &
  BonusTables &
  WebhookTables &
  OperatorTables &
  ReconciliationTables &
  CaptchaTables &
  ChainPayoutTables &
  ChainTables &
  ClaimTables &
  ConfigReloadsTables &
  CorrectionTables &
  IdempotencyTables &
  JobsTables &
  DeviceCodesTables &
  PageCodesTables &
  PayoutBatchTables &
  PayoutRuleTables &
  RefundTables &
  RequisiteTables &
  SavedDetailsTables &
  SensitiveTables &
  SweepstakeTables &
  TokenRevocationsTables &
  WalletOperationTables &
  WidgetFilesTables &
  WithdrawalTables;
