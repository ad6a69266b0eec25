import { createHash } from 'node:crypto';
import { CallError, type CallRequest, type CallResponse, type FieldValues } from '@kassa/contract';
import { ordinaryWithdrawals } from '../../brands/withdrawal-settings.ts';
import type { CatalogMethod } from '../../catalog/catalog-schema.ts';
import { nameForProvider, namesOf } from '../../catalog/fields.ts';
import { loadOffered } from '../../catalog/method-switches.ts';
import { drawBy } from '../../catalog/plan-routes.ts';
import { findMethod } from '../../catalog/select-methods.ts';
import type { NameOutcome } from '../../connectors/payout-connector.ts';
import type { Caller } from '../../core/caller.ts';
import type { Core } from '../../core/core.ts';
import { takeDailyUse } from '../../players/daily-uses.ts';
import { askProvider, fewRetries } from '../../providers/ask-provider.ts';
import { requireFirstAccount, routePayment } from '../policy/route-payment.ts';
import { isOfDestination } from './mask-destination.ts';
import { resolveDetails } from './resolve-details.ts';

/**
 * Returns the holder of the account that a player types, before a withdrawal is confirmed.
 * @throws CallError method.unavailable, also if no account takes the payout;
 *   banking.paymentMethodRegex, request.invalid for the fields;
 *   account.notFound, provider.unavailable; rate.ofDay
 */
export async function enquireDestination(
  core: Core,
  caller: Caller,
  { paymentType, fields: typed }: CallRequest<'name-enquiry'>,
): Promise<CallResponse<'name-enquiry'>> {
  const offered = await loadOffered(core, core.db, caller.brandId);
  const { country, currency, accountType } = caller;
  const offer = { name: paymentType, countries: [country], currency, accountType };
  const method = findMethod(offered, offer, 'withdrawal');
  if (method === undefined) {
    throw new CallError('method.unavailable', 'This withdrawal method is not offered here.');
  }
  // The player asks before they type the holder's name.
  const definitions = (method.fields ?? []).filter(isOfDestination);
  const names = definitions.map(({ name }) => name);
  const values = Object.entries(typed).filter(([name]) => names.includes(name));
  const asked = { ...method, fields: definitions };
  const { fields } = await resolveDetails(core, core.db, caller, asked, 'withdrawal', {
    fields: Object.fromEntries(values),
  });
  if (method.hasNameEnquiry !== true) return { holder: null };
  // The amount isn't known yet. Before money is held the chosen account is asked again.
  const payment = { amount: null, currency };
  const routePlan = routePayment(core, caller, method, payment, drawBy(caller.playerId));
  const account = requireFirstAccount(routePlan);
  return { holder: await enquireName(core, caller, method, { account, fields }) };
}

/**
 * Asks the bank of a destination whose account it is, at the provider's account that the payout goes
 * through. Null if it can't be asked, or isn't for a player without a credited deposit. It moves no money.
 * Called outside of transactions, as it waits for the provider.
 * @throws CallError account.notFound if the bank has no such account; provider.unavailable; rate.ofDay
 */
export async function enquireName(
  core: Core,
  caller: Caller,
  method: CatalogMethod,
  { account: connector, fields }: { account: string; fields: FieldValues },
): Promise<string | null> {
  if (method.hasNameEnquiry !== true) return null;
  const { brandId, playerId, currency } = caller;
  const enquireAt = core.brands.get(brandId)?.accounts.get(connector)?.connector
    .payouts?.enquireName;
  if (enquireAt === undefined) return null;
  const { nameEnquiry } = core.brands.get(brandId)?.withdrawals ?? ordinaryWithdrawals;
  if (nameEnquiry.needsDeposit && !(await hasCredit(core, caller))) return null;
  const asked = { connector, method, fields, most: nameEnquiry.mostPerDay };
  await countDestination(core, caller, asked);
  const destination = {
    paymentMethod: method.name,
    currency: method.coin?.currency ?? currency,
    fields: nameForProvider(namesOf(method.fields ?? []), fields),
  };
  const provider = { brandId, connector, playerId, operation: 'nameEnquiry' as const };
  const outcome = await askProvider<NameOutcome>(
    core,
    provider,
    () => enquireAt(destination),
    fewRetries,
  );
  switch (outcome.kind) {
    case 'named':
      return readableName(outcome.holder);
    case 'absent':
      throw new CallError('account.notFound', 'The bank has no such account.');
    case 'error':
      throw new CallError('provider.unavailable', "The account's bank can't be asked now.");
  }
}

/** When a destination was last counted, by its digest. */
const counted = new Map<string, number>();
const mostRemembered = 10_000;
const countedForMs = 24 * 3600_000;

/**
 * Counts a destination against the accounts that a player asks about in a day. The process remembers
 * it, so that a quote that is renewed and the creation behind it count nothing more.
 * @throws CallError rate.ofDay
 */
async function countDestination(
  core: Core,
  caller: Caller,
  {
    connector,
    method,
    fields,
    most,
  }: { connector: string; method: CatalogMethod; fields: FieldValues; most: number },
): Promise<void> {
  const { brandId, playerId } = caller;
  const names = (method.fields ?? []).filter(isOfDestination).map(({ name }) => name);
  const typed = names.sort().map((name) => [name, fields[name] ?? null]);
  const destination = JSON.stringify([brandId, playerId, connector, method.name, typed]);
  const digest = createHash('sha256').update(destination).digest('base64');
  const now = core.now().getTime();
  if (now - (counted.get(digest) ?? Number.NEGATIVE_INFINITY) < countedForMs) return;
  await takeDailyUse(core, caller, 'nameEnquiry', most);
  // The one that was counted last is the last.
  counted.delete(digest);
  counted.set(digest, now);
  const [oldest] = counted.keys();
  if (counted.size > mostRemembered && oldest !== undefined) counted.delete(oldest);
}

/** Whether money of a deposit was credited to the player. */
async function hasCredit(
  { db }: Pick<Core, 'db'>,
  { brandId, playerId }: Pick<Caller, 'brandId' | 'playerId'>,
): Promise<boolean> {
  const deposit = await db
    .selectFrom('deposits')
    .select('id')
    .where('brand_id', '=', brandId)
    .where('player_id', '=', playerId)
    .where('status', '=', 'processed')
    .limit(1)
    .executeTakeFirst();
  return deposit !== undefined;
}

/** A holder's name that can be shown; null for an empty, endless or broken one. */
function readableName(text: string): string | null {
  const name = text.replace(/\s+/gu, ' ').trim();
  return name === '' || name.length > 200 || /[<>\p{Cc}\p{Cs}]/u.test(name) ? null : name;
}
