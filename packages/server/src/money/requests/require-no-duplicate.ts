import { CallError, type CallRequest, toCurrencyDecimals } from '@kassa/contract';
import { expressionBuilder } from 'kysely';
import { jsonObjectFrom } from 'kysely/helpers/postgres';
import type { Caller } from '../../core/caller.ts';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { Database } from '../../ground/database/schema.ts';
import { isUuid } from '../../ground/is-uuid.ts';
import { giveUpAfterMs } from '../deposits/plan-next-check.ts';

type Request = Pick<
  CallRequest<'deposit-create'>,
  'amount' | 'currency' | 'paymentType' | 'paymentSessionId' | 'isAnother'
> & { boxId?: string | null | undefined };

/** The columns of {@link selectSessionAndDuplicate}. */
interface Columns {
  has_session: unknown;
  open: { id: string; reference: string; created_at: string } | null;
}

/**
 * Selects whether the request's session is the player's, and a deposit of the same method and amount, or
 * coin package, that the player may have created by mistake, as columns of a statement that reads more.
 * @throws CallError session.notFound
 */
export function selectSessionAndDuplicate(
  { now }: Pick<Core, 'now'>,
  tx: Tx,
  caller: Caller,
  { paymentSessionId: session, isAnother, ...order }: Request,
) {
  if (session !== undefined && !isUuid(session)) throw sessionNotFound();
  const { val, exists } = expressionBuilder<Database>();
  const open = findOpen(tx, caller, order, now()).where(val(isAnother === false));
  return [
    exists(findSession(tx, caller, session)).as('has_session'),
    jsonObjectFrom(open).as('open'),
  ] as const;
}

/**
 * Requires the session to be the player's, and no deposit of the same method and amount, unless the player
 * has chosen to make another one. The caller has locked the player's row before, in a statement of its
 * own: of two simultaneous requests the second sees the deposit of the first.
 * @throws CallError session.notFound; deposit.alreadyOpen with the newest such deposit
 */
export function requireSessionAndNoDuplicate(
  { has_session, open }: Columns,
  { paymentSessionId: session }: Pick<Request, 'paymentSessionId'>,
): void {
  if (session !== undefined && has_session !== true) throw sessionNotFound();
  if (open === null) return;
  throw new CallError(
    'deposit.alreadyOpen',
    'A deposit of the same method and amount can still be paid.',
    { depositId: open.id, createdAt: new Date(open.created_at).toISOString() },
    open.reference,
  );
}

function sessionNotFound(): CallError {
  return new CallError('session.notFound', 'There is no such session.');
}

function findSession(tx: Tx, { brandId, playerId }: Caller, session: string | undefined) {
  return tx
    .selectFrom('payment_sessions')
    .select('id')
    .where('brand_id', '=', brandId)
    .where('player_id', '=', playerId)
    .where('id', '=', session ?? null);
}

/**
 * Finds the newest deposit of the same method and amount that the player can still pay: by a step
 * of the provider, or, without one, in an app that asked the player itself. The player's index is
 * read back as far as a deposit is followed up.
 */
function findOpen(
  tx: Tx,
  { brandId, playerId }: Caller,
  { amount, currency, paymentType, boxId = null }: Omit<Request, 'paymentSessionId' | 'isAnother'>,
  now: Date,
) {
  return (
    tx
      .selectFrom('deposits')
      .select(['id', 'reference', 'created_at'])
      .where('brand_id', '=', brandId)
      .where('player_id', '=', playerId)
      .where('created_at', '>', new Date(now.getTime() - giveUpAfterMs))
      .where((expression) =>
        expression.or([
          expression('status', 'in', ['created', 'awaitingPlayer']),
          expression.and([
            expression('status', '=', 'awaitingConfirmation'),
            expression('step_sealed', 'is', null),
            expression('redirect', 'is', null),
          ]),
        ]),
      )
      .where('expires_at', '>', now)
      .where('payment_method', '=', paymentType)
      .where('currency', '=', currency)
      .$if(boxId !== null, (query) => query.where('box_id', '=', boxId))
      // A package's sum in a coin follows the rate.
      .$if(boxId === null, (query) =>
        query
          .where('box_id', 'is', null)
          .where('amount', '=', toCurrencyDecimals(amount, currency)),
      )
      .orderBy('created_at', 'desc')
      .limit(1)
  );
}
