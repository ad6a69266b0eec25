import { CallError, type MaintenanceReason } from '@kassa/contract';
import type { Selectable } from 'kysely';
import type { Db, Tx } from '../ground/database/connect.ts';
import type { Reader } from '../ground/database/reader.ts';
import type { MethodSwitchesTable } from '../ground/database/tables/limits.ts';
import type { Catalog } from './catalog-schema.ts';

interface Clock {
  now: () => Date;
}

/** `maintenance`: shown, but can't be chosen. `off`: not offered. */
export type MethodState = 'on' | MethodSwitchesTable['state'];

/** A method that isn't on. */
export type MethodSwitch = Pick<
  Selectable<MethodSwitchesTable>,
  'method' | 'state' | 'until' | 'reason' | 'shown_reason' | 'actor' | 'updated_at'
>;

/** A method's switch before and after a change; null: on. */
export type SwitchChange =
  | { kind: 'switched'; before: MethodSwitch | null; after: MethodSwitch | null }
  /** The brand's catalogue has no such method. */
  | { kind: 'unknownMethod' };

interface Decision {
  /** The operator's own note. */
  reason: string;
  /** The reason that players see during maintenance; `technical` by default. */
  shownReason?: MaintenanceReason | undefined;
  actor: string;
  /** When the method is switched on automatically; null: by an operator only. */
  until: Date | null;
}

/**
 * Switches a method; every process applies the switch from the commit on. Payments already begun
 * continue, except that a provider's further fields are no longer accepted. After the commit,
 * `publisher.methodsChanged` tells the open widgets.
 * @throws CallError request.invalid if `until` has passed.
 */
export async function setMethodSwitch(
  core: Clock & { catalogOf: (brandId: string) => Catalog },
  tx: Tx,
  brandId: string,
  method: string,
  state: MethodState,
  { reason, shownReason = 'technical', actor, until }: Decision,
): Promise<SwitchChange> {
  const now = core.now();
  if (until !== null && until <= now) {
    throw new CallError('request.invalid', 'until: must be in the future', { field: 'until' });
  }
  if (!core.catalogOf(brandId).methods.some(({ name }) => name === method)) {
    return { kind: 'unknownMethod' };
  }
  const before = (await listMethodSwitches(tx, brandId, now)).find((one) => one.method === method);
  const key = { brand_id: brandId, method };
  if (state === 'on') {
    await tx
      .deleteFrom('method_switches')
      .where((expression) => expression.and(key))
      .execute();
    return { kind: 'switched', before: before ?? null, after: null };
  }
  const values = { state, reason, shown_reason: shownReason, actor, until, updated_at: now };
  const after = await tx
    .insertInto('method_switches')
    .values({ ...key, ...values })
    .onConflict((conflict) => conflict.columns(['brand_id', 'method']).doUpdateSet(values))
    .returning(['method', 'state', 'until', 'reason', 'shown_reason', 'actor', 'updated_at'])
    .executeTakeFirstOrThrow();
  return { kind: 'switched', before: before ?? null, after };
}

/** Lists the methods of a brand that aren't on at this moment. */
export async function listMethodSwitches(
  db: Db | Tx,
  brandId: string,
  now: Date,
): Promise<MethodSwitch[]> {
  return selectSwitches(db, brandId, now).execute();
}

/** Selects the methods of a brand that aren't on at this moment. */
export function selectSwitches(query: Reader, brandId: string, now: Date) {
  return query
    .selectFrom('method_switches')
    .select(['method', 'state', 'until', 'reason', 'shown_reason', 'actor', 'updated_at'])
    .where('brand_id', '=', brandId)
    .where(({ eb, or }) => or([eb('until', 'is', null), eb('until', '>', now)]))
    .orderBy('method');
}

/**
 * Loads what a brand offers at this moment: its catalogue without the methods that are off, and
 * with those under maintenance marked. The switches are queried each time, so that a change takes
 * effect at once in every process.
 */
export async function loadOffered(
  core: Clock & { catalogOf: (brandId: string) => Catalog },
  db: Db | Tx,
  brandId: string,
): Promise<Catalog> {
  const switches = await listMethodSwitches(db, brandId, core.now());
  return applySwitches(core.catalogOf(brandId), switches);
}

/** Applies switches to a catalogue. The methods that are off join the `unoffered` ones. */
export function applySwitches(
  catalog: Catalog,
  switches: readonly Pick<MethodSwitch, 'method' | 'state' | 'until' | 'shown_reason'>[],
): Catalog {
  if (switches.length === 0) return catalog;
  const byMethod = new Map(switches.map((one) => [one.method, one]));
  const methods = catalog.methods.flatMap((method) => {
    const found = byMethod.get(method.name);
    if (found === undefined) return [method];
    if (found.state === 'off') return [];
    const until = found.until === null ? {} : { until: found.until.toISOString() };
    return [{ ...method, unavailable: { reason: found.shown_reason, ...until } }];
  });
  const off = catalog.methods.filter(({ name }) => byMethod.get(name)?.state === 'off');
  return { ...catalog, methods, unoffered: [...(catalog.unoffered ?? []), ...off] };
}

/**
 * Requires that a method is on for a new payment.
 * @throws CallError method.unavailable, method.maintenance
 */
export async function requireMethodOn(
  core: Clock,
  db: Db | Tx,
  brandId: string,
  method: string,
): Promise<void> {
  refuseSwitched(await listMethodSwitches(db, brandId, core.now()), method);
}

/** @throws CallError as {@link requireMethodOn} if the method is among those that aren't on */
export function refuseSwitched(
  switches: readonly Pick<MethodSwitch, 'method' | 'state'>[],
  method: string,
): void {
  switch (switches.find((one) => one.method === method)?.state) {
    case 'off':
      throw new CallError('method.unavailable', 'This payment method is switched off.');
    case 'maintenance':
      throw new CallError('method.maintenance', 'This payment method is under maintenance.');
    case undefined:
  }
}
