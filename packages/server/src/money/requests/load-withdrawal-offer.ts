import {
  type CallRequest,
  type CallResponse,
  compareDecimals,
  type Decimal,
  type WithdrawalObstacle,
} from '@kassa/contract';
import type { Catalog } from '../../catalog/catalog-schema.ts';
import { loadOffered } from '../../catalog/method-switches.ts';
import { findBrandMethod, selectOffer } from '../../catalog/select-methods.ts';
import type { Caller } from '../../core/caller.ts';
import type { Core } from '../../core/core.ts';
import { findBlock, showBlock } from '../../players/player-blocks.ts';
import { listForfeitedBonuses } from '../bonuses/withdrawal-bonuses.ts';
import { findUnverifiedRest } from '../payout-rules/identity.ts';
import { findMissingTurnover } from '../payout-rules/turnover.ts';
import { loadLastPaid } from '../policy/last-paid.ts';
import { smallestPayable } from '../policy/load-payable.ts';
import { findUnpriced, markUnpriced, withoutUnreviewed } from '../policy/offer-gaps.ts';
import { listInstruments } from '../saved-details/instruments.ts';
import { loadKnownBalance } from './quote-withdrawal.ts';

type Offer = CallResponse<'methods-withdrawal'>;

/**
 * Returns the methods to withdraw with, and what is in the way of any withdrawal: a block, or a rule
 * or minimum that no amount would meet.
 */
export async function loadWithdrawalOffer(
  core: Core,
  caller: Caller,
  request: CallRequest<'methods-withdrawal'>,
): Promise<Offer> {
  const offered = await loadOffered(core, core.db, caller.brandId);
  const selected = selectOffer(offered, caller, request, 'withdrawal');
  const reviewed = await withoutUnreviewed(core, caller, selected);
  const unpriced = await findUnpriced(core, caller, offered.methods, 'withdrawal');
  const priced = markUnpriced(reviewed, unpriced);
  const offer = await markWithoutInstrument(core, caller, offered, priced);
  const [block, forfeitedBonuses, wayBack] = await Promise.all([
    findBlock(core, core.db, caller, 'withdrawal'),
    listForfeitedBonuses(core.db, caller),
    findWayBack(core, caller, offered, offer),
  ]);
  const shown = { ...offer, forfeitedBonuses, ...(wayBack !== undefined && { wayBack }) };
  if (block !== undefined) return { ...shown, block: showBlock(block, core, caller) };
  const obstacle = await findObstacle(core, caller, offer);
  return { ...shown, ...(obstacle !== null && { obstacle }) };
}

/** Returns the name of the first method on offer that pays the player's last paid deposit back. */
async function findWayBack(
  core: Core,
  caller: Caller,
  catalog: Catalog,
  { methods }: Offer,
): Promise<string | undefined> {
  const last = await loadLastPaid(core.db, caller);
  if (last === null) return undefined;
  const paysBack = ({ name, unavailable }: Offer['methods'][number]) =>
    unavailable === undefined &&
    findBrandMethod(catalog, name)?.paysBack?.includes(last.paymentMethod) === true;
  return methods.find(paysBack)?.name;
}

/** Marks the methods that pay back to a card or account of a deposit, where the player has none. */
async function markWithoutInstrument(
  core: Core,
  caller: Caller,
  catalog: Catalog,
  offer: Offer,
): Promise<Offer> {
  const methods = await Promise.all(
    offer.methods.map(async (shown) => {
      if (shown.paysToInstrument !== true || shown.unavailable !== undefined) return shown;
      const method = findBrandMethod(catalog, shown.name);
      const hasAny =
        method !== undefined && (await listInstruments(core, core.db, caller, method)).length > 0;
      return hasAny ? shown : { ...shown, unavailable: { reason: 'instrument' as const } };
    }),
  );
  return { ...offer, methods };
}

async function findObstacle(
  core: Core,
  caller: Caller,
  { methods, currency }: Offer,
): Promise<WithdrawalObstacle | null> {
  const [first, ...others] = methods
    .filter(({ unavailable }) => unavailable === undefined)
    .map((method) => smallestPayable(method, currency, caller.country));
  // Only the account's currency is withdrawn, and only that is compared.
  if (first === undefined || currency !== caller.currency) return null;
  const min = others.reduce(lower, first);
  if (!caller.isVerified) {
    const rest = await findUnverifiedRest(core, core.db, caller);
    if (rest !== null && compareDecimals(rest, min) < 0) return { kind: 'unverified' };
  }
  const missing = await findMissingTurnover(core, core.db, caller);
  if (missing !== null) return { kind: 'turnover', missing, currency };
  const balance = await loadKnownBalance(core, caller);
  const isBelow = balance !== null && compareDecimals(balance, min) < 0;
  return isBelow ? { kind: 'belowMinimum', min, currency } : null;
}

const lower = (left: Decimal, right: Decimal) => (compareDecimals(right, left) < 0 ? right : left);
