import type { WithdrawalSettings } from '../../brands/withdrawal-settings.ts';
import type { Core } from '../../core/core.ts';
import type { Db, Tx } from '../../ground/database/connect.ts';
import type { Withdrawal } from '../../ground/database/tables/withdrawals.ts';

const hourMs = 3600_000;

/** A withdrawal to be reviewed or not; without an id it is only quoted. */
type Subject = Pick<Withdrawal, 'brand_id' | 'player_id' | 'destination_digest' | 'created_at'> & {
  id: string | null;
};

type Review = WithdrawalSettings['review'];

/** What sends a withdrawal to review whatever its amount, by its name in the history. */
type ReviewRule = 'firstWithdrawal' | 'changedDetails' | 'velocity';

/** Returns the first of the brand's review rules that a withdrawal meets; null if none. */
export async function findReviewRule(
  { brands }: Pick<Core, 'brands'>,
  db: Db | Tx,
  subject: Subject,
): Promise<ReviewRule | null> {
  const review = brands.get(subject.brand_id)?.withdrawals.review;
  if (review === undefined) return null;
  const { first, changedDetails, velocity } = review;
  if (first || changedDetails) {
    const isFirst = !(await wasPaid(db, subject, null));
    if (first && isFirst) return 'firstWithdrawal';
    if (changedDetails && !isFirst && (await isNewDestination(db, subject))) {
      return 'changedDetails';
    }
  }
  return velocity !== null && (await isTooFast(db, subject, velocity)) ? 'velocity' : null;
}

/** A destination that was deleted can't be compared, and is taken for a new one. */
async function isNewDestination(db: Db | Tx, subject: Subject): Promise<boolean> {
  const { destination_digest: digest } = subject;
  return digest === null || !(await wasPaid(db, subject, digest));
}

/** Whether an earlier withdrawal of the player was paid, to one destination or to any. */
async function wasPaid(
  db: Db | Tx,
  { brand_id, player_id, id }: Subject,
  digest: string | null,
): Promise<boolean> {
  const paid = await db
    .selectFrom('withdrawals')
    .select('id')
    .where('brand_id', '=', brand_id)
    .where('player_id', '=', player_id)
    .where('status', '=', 'completed')
    .$if(digest !== null, (query) => query.where('destination_digest', '=', digest))
    .$if(id !== null, (query) => query.where('id', '<>', id))
    .limit(1)
    .executeTakeFirst();
  return paid !== undefined;
}

/** Whether the player makes more withdrawals than the setting's count within its hours. */
async function isTooFast(
  db: Db | Tx,
  { brand_id, player_id, id, created_at }: Subject,
  { count, hours }: NonNullable<Review['velocity']>,
): Promise<boolean> {
  const others = await db
    .selectFrom('withdrawals')
    .select('id')
    .where('brand_id', '=', brand_id)
    .where('player_id', '=', player_id)
    .where('created_at', '>', new Date(created_at.getTime() - hours * hourMs))
    .where('status', 'not in', ['rejected', 'canceled', 'failed'])
    .$if(id !== null, (query) => query.where('id', '<>', id))
    .limit(count)
    .execute();
  return others.length >= count;
}
