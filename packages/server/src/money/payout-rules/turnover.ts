import {
  addDecimals,
  compareDecimals,
  type Decimal,
  floorToCurrency,
  multiplyDecimals,
  negateDecimal,
  padToCurrency,
  smallestAmount,
} from '@kassa/contract';
import { sql } from 'kysely';
import type { Core } from '../../core/core.ts';
import type { Db, Tx } from '../../ground/database/connect.ts';
import type { PlayerRef } from '../../players/player-row.ts';
import { loadTurnover } from '../../players/player-turnover.ts';
import { restOfDeposit } from './credited-until.ts';
import type { Rule } from './rule-subject.ts';

/** The player has wagered their deposits as often as the setting says. */
export const turnover: Rule = async ({ core, db, subject }) => {
  const { currency } = subject.money;
  const missing = await findMissingTurnover(core, db, { ...subject, currency });
  if (missing === null) return null;
  const amount = padToCurrency(missing, currency);
  return { params: { amount, currency }, detail: `${amount} ${currency} has to be wagered first` };
};

/**
 * Returns how much a player has still to wager before a withdrawal, rounded up to the currency;
 * null if nothing, or if the brand asks for no turnover. Money after `requestedAt` doesn't count.
 */
export async function findMissingTurnover(
  core: Pick<Core, 'brands'>,
  db: Db | Tx,
  player: PlayerRef & { currency: string; requestedAt?: Date | null },
): Promise<Decimal | null> {
  const times = core.brands.get(player.brandId)?.withdrawals.turnover ?? null;
  if (times === null) return null;
  const wanted = multiplyDecimals(await sumOfDeposits(db, player), times);
  const wagered = await loadTurnover(db, player);
  const missing = addDecimals(wanted, negateDecimal(wagered));
  return compareDecimals(missing, '0') <= 0 ? null : ceilToCurrency(missing, player.currency);
}

/** Sums what was credited to a player up to a withdrawal, and not taken back since. */
async function sumOfDeposits(
  db: Db | Tx,
  {
    brandId,
    playerId,
    currency,
    requestedAt = null,
  }: PlayerRef & { currency: string; requestedAt?: Date | null },
): Promise<Decimal> {
  const { total } = await db
    .selectFrom('deposits')
    .select(sql<Decimal | null>`sum(${restOfDeposit(requestedAt)})`.as('total'))
    .where('brand_id', '=', brandId)
    .where('player_id', '=', playerId)
    .where('account_currency', '=', currency)
    .where('credited_amount', '>', '0')
    .$if(requestedAt !== null, (query) => query.where('created_at', '<=', requestedAt))
    .executeTakeFirstOrThrow();
  return total ?? '0';
}

function ceilToCurrency(amount: Decimal, currency: string): Decimal {
  const floor = floorToCurrency(amount, currency);
  const isExact = compareDecimals(floor, amount) === 0;
  return isExact ? floor : addDecimals(floor, smallestAmount(currency));
}
