import { v7 as uuidv7 } from 'uuid';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { Deposit } from '../../ground/database/tables/money.ts';
import type { Refund } from '../../ground/database/tables/refunds.ts';
import { publish } from '../../messages/realtime/publish.ts';
import { performOperationsOf } from '../../money/provider-events/wallet-answers.ts';
import { createRefund, resolveRefund } from '../../operator/acts/refund-acts.ts';
import type { ActOf } from './acts.ts';
import { choose, listPayments, listRefunds } from './choose.ts';
import { half } from './provider-steps.ts';
import type { World } from './world.ts';

const by = (world: World) => ({ brandId: world.brandId, actor: 'desk', reason: 'as seen' });

/** Runs an act like the operator API: in one transaction, then pushes and wallet operations. */
async function act(core: Core, run: (tx: Tx) => Promise<{ deposit: Deposit }>): Promise<void> {
  const { deposit } = await core.db.transaction().execute(run);
  publish(core, deposit);
  await performOperationsOf(core, { brandId: deposit.brand_id, subjectId: deposit.id });
}

/** The operator asks the provider to send a receipt or half of it back. */
export async function takeRequestRefund(
  world: World,
  core: Core,
  { payment: index, part, isVoid }: ActOf<'requestRefund'>,
): Promise<void> {
  const payment = choose(await listPayments(world), index);
  if (payment === undefined) return;
  const { id: paymentId, deposit_id: depositId, amount, currency } = payment;
  const money = part === 'whole' ? { amount, currency } : half({ amount, currency });
  const request = { ...by(world), refundId: uuidv7(), depositId, paymentId, money, isVoid };
  await act(core, (tx) => createRefund(core, tx, request));
  world.seen.add(`requested a refund of ${payment.status} money`);
}

export async function takeResolveRefund(
  world: World,
  core: Core,
  { refund: index }: ActOf<'resolveRefund'>,
): Promise<void> {
  const refund = choose(await listRefunds(world), index);
  if (refund !== undefined) await resolveRefundByTruth(world, core, refund);
}

/** Resolves a refund with the provider's real status, unless it is still on its way. */
export async function resolveRefundByTruth(
  world: World,
  core: Core,
  { id: refundId }: Refund,
): Promise<void> {
  const refund = world.provider.refunds.get(refundId);
  const status = refund?.status ?? 'failed';
  if (status === 'sent' || (refund === undefined && world.provider.late.length > 0)) return;
  const reference = refund === undefined ? {} : { providerReference: refund.id };
  const resolved = { ...by(world), refundId, status, ...reference };
  await act(core, (tx) => resolveRefund(core, tx, resolved));
  world.seen.add(`resolved a refund as ${status}`);
}
