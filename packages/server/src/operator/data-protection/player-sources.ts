import { type RawBuilder, sql } from 'kysely';
import type { PlayerRef } from '../../players/player-row.ts';

/** A database row by column names. */
export type Row = Record<string, unknown>;

type Source = (player: PlayerRef) => RawBuilder<Row>;

/** Selects the rows of a table that name the player. */
const ownRows =
  (table: string): Source =>
  ({ brandId, playerId }) =>
    sql`
    select * from ${sql.table(table)} where brand_id = ${brandId} and player_id = ${playerId}
    order by id`;

/** Selects the rows that belong to a deposit, withdrawal or refund of the player. */
const rowsOf =
  (
    table: string,
    parent: 'deposits' | 'withdrawals' | 'refunds',
    reference: string,
    order = 'id',
  ): Source =>
  ({ brandId, playerId }) =>
    sql`
    select t.* from ${sql.table(table)} t
    join ${sql.table(parent)} p on p.brand_id = t.brand_id and p.id = t.${sql.ref(reference)}
    where p.brand_id = ${brandId} and p.player_id = ${playerId}
    order by p.id, t.${sql.ref(order)}`;

/** Selects the ids of a player's deposits and withdrawals. */
const subjectIds = ({ brandId, playerId }: PlayerRef) => sql`
  select id from deposits where brand_id = ${brandId} and player_id = ${playerId}
  union all
  select id from withdrawals where brand_id = ${brandId} and player_id = ${playerId}`;

/**
 * The sources of a player's personal data, by their names in an export. A test compares them with
 * the schema.
 */
export const playerSources = {
  sessions: ownRows('payment_sessions'),
  deposits: ownRows('deposits'),
  depositHistory: rowsOf('deposit_transitions', 'deposits', 'deposit_id'),
  depositAttempts: rowsOf('deposit_attempts', 'deposits', 'deposit_id', 'number'),
  depositRequisites: rowsOf('requisite_reservations', 'deposits', 'deposit_id', 'deposit_id'),
  payments: rowsOf('payments', 'deposits', 'deposit_id'),
  bankTransfers: rowsOf('bank_transfers', 'deposits', 'deposit_id'),
  returnedTransfers: rowsOf('bank_transfers', 'withdrawals', 'withdrawal_id'),
  chainAddresses: ownRows('chain_addresses'),
  chainPayments: rowsOf('chain_payments', 'deposits', 'deposit_id'),
  withdrawals: ownRows('withdrawals'),
  withdrawalHistory: rowsOf('withdrawal_transitions', 'withdrawals', 'withdrawal_id'),
  chainPayouts: rowsOf('chain_payouts', 'withdrawals', 'withdrawal_id', 'withdrawal_id'),
  chainPayoutInputs: rowsOf('chain_payout_inputs', 'withdrawals', 'withdrawal_id', 'txid'),
  chainPayoutTransactions: rowsOf(
    'chain_payout_transactions',
    'withdrawals',
    'withdrawal_id',
    'number',
  ),
  savedDetails: ({ brandId, playerId }) => sql`
    select id, transaction, payment_method, fields_sealed, masked, first_used_at, last_used_at,
      removed_at from saved_details
    where brand_id = ${brandId} and player_id = ${playerId} order by id`,
  reversals: ownRows('reversals'),
  corrections: ownRows('corrections'),
  coinGrants: ownRows('coin_grants'),
  refunds: ownRows('refunds'),
  refundHistory: rowsOf('refund_transitions', 'refunds', 'refund_id'),
  claims: ownRows('claims'),
  // The files themselves are large: "kassa claims proof" saves each of them.
  claimProofs: ({ brandId, playerId }) => sql`
    select p.id, p.claim_id, p.number, p.type, p.bytes, p.digest, p.comment_sealed, p.created_at
    from claim_proofs p join claims c on c.brand_id = p.brand_id and c.id = p.claim_id
    where c.brand_id = ${brandId} and c.player_id = ${playerId} order by p.id`,
  bonuses: ownRows('bonuses'),
  limits: ownRows('player_limits'),
  blocks: ownRows('player_blocks'),
  tokenRevocations: ownRows('token_revocations'),
  turnover: ({ brandId, playerId }) => sql`
    select currency, total, updated_at from player_turnover
    where brand_id = ${brandId} and player_id = ${playerId} order by currency`,
  walletOperations: ownRows('wallet_operations'),
  events: ownRows('webhook_events'),
  notifications: (player) => sql`
    select id, connector, notification_id, body, outcome, received_at from provider_notifications
    where brand_id = ${player.brandId} and subject_ids && array(${subjectIds(player)}) order by id`,
  balances: ({ brandId, playerId }) => sql`
    select kind, currency, balance from ledger_accounts
    where brand_id = ${brandId} and owner = ${playerId} order by kind, currency`,
  ledger: ({ brandId, playerId }) => sql`
    select t.id as transfer_id, t.kind as transfer, t.deposit_id, t.withdrawal_id, t.reason,
      a.kind as account, e.currency, e.amount, e.created_at
    from ledger_accounts a
    join ledger_entries e on e.account_id = a.id
    join ledger_transfers t on t.id = e.transfer_id
    where a.brand_id = ${brandId} and a.owner = ${playerId} order by e.created_at, t.id, e.line`,
  operatorActs: (player) => sql`
    select action, outcome, subject_kind, subject_id, reason, created_at from operator_acts
    where brand_id = ${player.brandId} and player_id = ${player.playerId} order by id`,
  pendingActs: (player) => sql`
    select action, state, subject_kind, subject_id, money, logged as request, created_at,
      decided_at, decision_reason from pending_acts
    where brand_id = ${player.brandId} and player_id = ${player.playerId} order by id`,
} satisfies Record<string, Source>;

export type PlayerSource = keyof typeof playerSources;
