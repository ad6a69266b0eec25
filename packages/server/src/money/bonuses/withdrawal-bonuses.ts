import {
  addDecimals,
  CallError,
  type CallResponse,
  compareDecimals,
  type Decimal,
  negateDecimal,
  toCurrencyDecimals,
} from '@kassa/contract';
import type { Db, Tx } from '../../ground/database/connect.ts';
import type { Withdrawal } from '../../ground/database/tables/withdrawals.ts';
import type { PlayerRef } from '../../players/player-row.ts';
import type { Bonus, BonusCore } from './bonuses.ts';
import { leftOf, revokeBonus } from './offer-bonus.ts';

/** A bonus that a withdrawal forfeits, and what is left of it to be revoked. */
interface Forfeit {
  bonus: Bonus;
  amount: Decimal;
}

/**
 * Decides which of a player's accrued bonuses in one currency a withdrawal forfeits. They share one
 * bonus account, so each leaves less of its balance to the next.
 */
function resolveForfeits(accrued: readonly Bonus[], balance: Decimal): Forfeit[] {
  let rest = balance;
  return accrued.filter(isForfeited).map((bonus) => {
    const amount = leftOf(bonus, rest);
    rest = addDecimals(rest, negateDecimal(amount));
    return { bonus, amount };
  });
}

function isForfeited(bonus: Bonus): boolean {
  const hasWageringToDo = requiresWagering(bonus) && bonus.wagered_at === null;
  return bonus.on_withdrawal === 'forfeited' && hasWageringToDo;
}

/** Whether a bonus must be wagered before it is the player's to withdraw. */
export function requiresWagering({ wager_multiplier: times }: Bonus): boolean {
  return times !== null && compareDecimals(times, '0') > 0;
}

/** A player's account in one currency. */
type Account = PlayerRef & { currency: string };

/** Loads the bonuses that a withdrawal forfeits now, the oldest first. */
async function loadForfeits(db: Db | Tx, account: Account): Promise<Forfeit[]> {
  // One statement, so that bonuses and balance are of the same moment.
  const rows = await db
    .selectFrom('bonuses as b')
    .leftJoin('ledger_accounts as a', (join) =>
      join
        .onRef('a.brand_id', '=', 'b.brand_id')
        .on('a.kind', '=', 'bonus')
        .on('a.owner', '=', account.playerId)
        .onRef('a.currency', '=', 'b.currency'),
    )
    .selectAll('b')
    .select('a.balance')
    .where('b.brand_id', '=', account.brandId)
    .where('b.player_id', '=', account.playerId)
    .where('b.currency', '=', account.currency)
    .where('b.status', '=', 'accrued')
    .orderBy('b.created_at')
    .orderBy('b.id')
    .execute();
  return resolveForfeits(rows, rows[0]?.balance ?? '0');
}

type ForfeitedBonus = CallResponse<'withdrawal-limits'>['forfeitedBonuses'][number];

/** Loads the bonuses that a withdrawal forfeits now, as the player is told of them. */
export async function listForfeitedBonuses(db: Db, account: Account): Promise<ForfeitedBonus[]> {
  const forfeits = await loadForfeits(db, account);
  return forfeits.map(({ bonus: { id, title, currency, spins }, amount }) => ({
    bonusId: id,
    title,
    amount: toCurrencyDecimals(amount, currency),
    currency,
    spins,
  }));
}

/** The ids of the bonuses that a player agreed to lose; null: whatever a withdrawal forfeits. */
export type AgreedForfeits = readonly string[] | null;

/**
 * Requires that a withdrawal forfeits no bonus now that its player didn't agree to lose.
 * @throws CallError quote.changed
 */
export async function requireAgreedForfeits(
  tx: Tx,
  account: Account,
  agreed: AgreedForfeits,
): Promise<void> {
  if (agreed === null) return;
  const forfeits = await loadForfeits(tx, account);
  if (forfeits.every(({ bonus }) => agreed.includes(bonus.id))) return;
  const message = 'It would forfeit a bonus that the player was not told of.';
  throw new CallError('quote.changed', message);
}

/** The ids of a player's bonuses when the money of a withdrawal is held. */
interface Forfeited {
  forfeited: string[];
  /** Those that accrued after the request: the player didn't agree to lose them. */
  kept: string[];
}

/**
 * Revokes the bonuses that a withdrawal forfeits, in the transaction that books its hold. The
 * release of that hold doesn't bring them back. The caller has locked withdrawal and player.
 */
export async function forfeitBonuses(
  core: BonusCore,
  tx: Tx,
  withdrawal: Withdrawal,
): Promise<Forfeited> {
  const { brand_id: brandId, player_id: playerId, currency, reference } = withdrawal;
  const { agreed_forfeits: agreed } = withdrawal;
  const player = { brandId, playerId };
  const forfeits = await loadForfeits(tx, { ...player, currency });
  const ids = forfeits.map(({ bonus }) => bonus.id);
  const forfeited = ids.filter((id) => agreed === null || agreed.includes(id));
  const reason = `forfeited by the withdrawal ${reference} before its wagering was done`;
  for (const id of forfeited) {
    await revokeBonus(core, tx, player, { id, actor: 'Kassa', reason });
  }
  return { forfeited, kept: ids.filter((id) => !forfeited.includes(id)) };
}
