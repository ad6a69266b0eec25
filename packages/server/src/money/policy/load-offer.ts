import { CallError, type CallRequest, type CallResponse, calls } from '@kassa/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Catalog } from '../../catalog/catalog-schema.ts';
import { listOwnIcons } from '../../catalog/list-own-icons.ts';
import { applySwitches, type MethodSwitch } from '../../catalog/method-switches.ts';
import { paysPackages, resolvePlace, selectOffer } from '../../catalog/select-methods.ts';
import type { Caller } from '../../core/caller.ts';
import type { Core, MeasuredArrivals } from '../../core/core.ts';
import { type CachedResponse, cacheResponse } from '../../ground/response-cache/response-cache.ts';
import { takeDailyUse } from '../../players/daily-uses.ts';
import { type PlayerBlock, showBlock } from '../../players/player-blocks.ts';
import { listPackages } from '../sweepstake/offered-packages.ts';
import { toPayer } from '../sweepstake/to-payer.ts';
import { describeLastPaid, type LastPaid, readLastPaid, selectLastPaid } from './last-paid.ts';
import { findBeyondLimits, loadConverted, markBeyondLimits } from './load-payable.ts';
import {
  findUnpriced,
  listPooled,
  markUnpriced,
  selectServed,
  withoutUnserved,
} from './offer-gaps.ts';
import type { Window } from './usage.ts';

type Request = CallRequest<'methods-payment-v3'>;
type Offer = CallResponse<'methods-payment-v3'>;

/**
 * Loads the deposit methods that a player is offered, as a response that is ready to be sent. It is cached
 * under all that it is made of, in steps. The list itself depends on the player's country, currency and account
 * type, the request, and the present state: what was measured of the methods, their switches, accounts and
 * rates, and the player's block. All of this is read each time, so that a switch takes effect at once in every
 * process without a message. Then follow, where there are any, the marks of methods beyond the player's own
 * limits, the method of their last paid deposit and whether it can be paid again, and the markup of the first
 * screen. No step knows more of the player, so that many share each of them.
 */
export async function loadOffer(
  core: Core,
  caller: Caller,
  request: Request,
): Promise<CachedResponse> {
  const payer = toPayer(core, caller);
  const { brandId, country, currency, accountType } = payer;
  const catalog = core.catalogOf(brandId);
  // Packages have one currency, whatever the host takes the account's for.
  const { currency: wanted, ...others } = removeIrrelevant(catalog, request);
  const asked = { ...others, currency: payer === caller ? wanted : undefined };
  const pooled = listPooled(core, brandId, catalog);
  // An account is reserved by the player's own country, whatever region they select.
  const place = { brandId, country, currency: resolvePlace(catalog, payer, asked).currency };
  const served = selectServed(place, pooled);
  // A deposit for coins is a package's, which isn't paid again.
  const lastPaid = payer === caller ? selectLastPaid(caller) : sql<null>`null`;
  const state = await loadState(core, caller, { served, lastPaid });
  const { switches, hasLimits } = state;
  const block = state.block === null ? undefined : readBlock(state.block, core, caller);
  const unpriced = await findUnpriced(core, payer, catalog.methods, 'deposit');
  const said = [
    asked.country,
    asked.currency,
    asked.platform,
    asked.abTestGroup,
    asked.hasApplePay,
  ];
  const arrivals = core.arrivalsOf(brandId, country);
  const key = JSON.stringify([
    ...[brandId, country, currency, accountType, payer === caller],
    ...[...said, switches, arrivals.key, block, state.served, unpriced],
  ]);
  const offer = core.responseCache.resolve(key, catalog, () => {
    const kept = withoutUnserved(catalog, pooled, JSON.parse(state.served) as string[]);
    const switched = applySwitches(
      payer === caller ? kept : { ...kept, methods: kept.methods.filter(paysPackages) },
      readSwitches(switches),
    );
    const selected = markUnpriced(selectOffer(switched, payer, asked), unpriced);
    const offer = addArrivals(selected, arrivals);
    return cacheOffer(block === undefined ? offer : { ...offer, block });
  });
  const known = { key, catalog, offer };
  // The cached response has the shape of the contract.
  const { currency: offered } = offer.body as Offer;
  const windows = hasLimits ? await loadConverted(core, payer, 'deposit', offered) : [];
  const marked = markForPlayer(core, country, known, windows);
  const last = readLastPaid(state.lastPaid);
  const shown = addLastPaid(core, country, marked, last, windows);
  return request.screen === undefined ? shown.offer : addScreen(core, caller, request, shown);
}

/** A cached offer with its key, and the catalogue that it is made of. */
interface KnownOffer {
  key: string;
  catalog: Catalog;
  offer: CachedResponse;
}

/** The lists of an answer that has a screen alone. */
const nothing = { methods: [], groups: [] };

/**
 * How many screens that aren't cached are drawn for a player within a day: a client may describe ever other ones. The
 * widget draws the rest by itself.
 */
const mostDrawnOfDay = 30;

async function mayDraw(core: Core, caller: Caller): Promise<boolean> {
  try {
    await takeDailyUse(core, caller, 'screen', mostDrawnOfDay);
    return true;
  } catch (error) {
    if (error instanceof CallError) return false;
    throw error;
  }
}

/** Adds the markup of the widget's first screen, cached under everything that it depends on. */
async function addScreen(
  core: Core,
  caller: Caller,
  { country, platform, screen }: Request,
  { key, catalog, offer: cached }: KnownOffer,
): Promise<CachedResponse> {
  // The cached response has the shape of the contract.
  const offer = cached.body as Offer;
  if (screen === undefined) return cached;
  const packages = screen.view === 'sweep' ? await listPackages(core, caller) : undefined;
  const { brandId } = caller;
  const supportUrl = core.brands.get(brandId)?.supportUrl ?? undefined;
  const screenKey = JSON.stringify([key, country, platform, screen, packages, supportUrl]);
  const known = core.responseCache.find(screenKey, catalog);
  if (known !== undefined) return known;
  if (!(await mayDraw(core, caller))) return cached;
  const ownIcons = listOwnIcons(catalog);
  const html = await core.drawScreen({
    ...{ brandId, country, platform, screen, ownIcons, supportUrl, offer },
    ...(packages && { packages }),
  });
  if (html === null) return cached;
  return core.responseCache.resolve(screenKey, catalog, () =>
    cacheResponse({ ...offer, ...(screen.isNext === true && nothing), screen: html }),
  );
}

/** Replaces the catalogue's usual times by what was measured. */
function addArrivals({ methods, ...rest }: Offer, { byMethod }: MeasuredArrivals): Offer {
  if (byMethod.size === 0) return { ...rest, methods };
  return {
    ...rest,
    methods: methods.map((method) => {
      const arrival = byMethod.get(method.name);
      return arrival === undefined ? method : { ...method, ...arrival };
    }),
  };
}

/** The request values that make a difference to a catalogue's lists. */
interface RelevantValues {
  currencies: ReadonlySet<string>;
  abTestGroups: ReadonlySet<string>;
  /** Whether any method is for some platforms only. */
  hasPlatforms: boolean;
  /** Whether any method is for devices with Apple Pay only. */
  takesApplePay: boolean;
}

const relevantValuesOf = new WeakMap<Catalog, RelevantValues>();

/**
 * Removes request values that don't change the response. Otherwise each arbitrary value of a client
 * would compute and cache the same list again.
 */
function removeIrrelevant(
  catalog: Catalog,
  { currency, platform, abTestGroup, hasApplePay, ...rest }: Request,
): Request {
  const relevant = relevantValuesOf.get(catalog) ?? readRelevantValues(catalog);
  relevantValuesOf.set(catalog, relevant);
  const { currencies, abTestGroups, hasPlatforms, takesApplePay } = relevant;
  return {
    ...rest,
    ...(currency !== undefined && currencies.has(currency) && { currency }),
    ...(platform !== undefined && hasPlatforms && { platform }),
    ...(abTestGroup !== undefined && abTestGroups.has(abTestGroup) && { abTestGroup }),
    ...(hasApplePay === true && takesApplePay && { hasApplePay }),
  };
}

function readRelevantValues({ methods }: Catalog): RelevantValues {
  return {
    currencies: new Set(methods.flatMap(({ amount_rules }) => Object.keys(amount_rules))),
    abTestGroups: new Set(methods.flatMap(({ abTestGroups = [] }) => abTestGroups)),
    hasPlatforms: methods.some(({ platforms }) => platforms !== undefined),
    takesApplePay: methods.some(({ wallet }) => wallet === 'applePay'),
  };
}

function markForPlayer(
  core: Pick<Core, 'responseCache'>,
  country: string,
  known: KnownOffer,
  windows: readonly Window[] | null,
): KnownOffer {
  const { catalog } = known;
  // The cached response has the shape of the contract.
  const offer = known.offer.body as Offer;
  const beyond = findBeyondLimits(offer, country, windows);
  if (beyond.size === 0) return known;
  const key = `${known.key} ${JSON.stringify([...beyond])}`;
  const marked = core.responseCache.resolve(key, catalog, () =>
    cacheOffer(markBeyondLimits(offer, beyond)),
  );
  return { key, catalog, offer: marked };
}

function addLastPaid(
  core: Pick<Core, 'responseCache'>,
  country: string,
  known: KnownOffer,
  last: LastPaid | null,
  windows: readonly Window[] | null,
): KnownOffer {
  // The cached response has the shape of the contract.
  const offer = known.offer.body as Offer;
  const lastPaid = describeLastPaid(offer, country, last, windows);
  if (lastPaid === undefined) return known;
  const key = `${known.key} ${JSON.stringify(lastPaid)}`;
  const { catalog } = known;
  const shown = core.responseCache.resolve(key, catalog, () => cacheOffer({ ...offer, lastPaid }));
  return { key, catalog, offer: shown };
}

/** Caches an offer. Its methods are in the contract's shape already; lists share their objects. */
function cacheOffer({ methods, ...rest }: Offer): CachedResponse {
  const { response } = calls['methods-payment-v3'];
  return cacheResponse({ ...response.parse({ ...rest, methods: [] }), methods });
}

/** The state that may have changed since an offer was cached. */
interface OfferState {
  /** The method switches as JSON: `[method, state, until, shown reason]` of each. */
  switches: string;
  /** Whether the player has limits of deposits, ended ones included. */
  hasLimits: boolean;
  /** The block of the player's deposits that ends last, as JSON: `[source, until]`. */
  block: string | null;
  /** The methods with an account of the operator's, as JSON. */
  served: string;
  /** The player's last paid deposit, as JSON; null where it can't be paid again. */
  lastPaid: string | null;
}

async function loadState(
  { db, now }: Pick<Core, 'db' | 'now'>,
  { brandId, playerId }: Caller,
  { served, lastPaid }: { served: RawBuilder<string>; lastPaid: RawBuilder<string | null> },
): Promise<OfferState> {
  const { rows } = await sql<OfferState>`
    select
      (select coalesce(json_agg(
          json_build_array(method, state, until, shown_reason) order by method), '[]')::text
        from method_switches
        where brand_id = ${brandId} and (until is null or until > ${now()})) as switches,
      exists (select from player_limits
        where brand_id = ${brandId} and player_id = ${playerId}
          and transaction = 'deposit') as "hasLimits",
      (select json_build_array(source, until)::text
        from player_blocks
        where brand_id = ${brandId} and player_id = ${playerId} and lifted_at is null
          and what in ('deposits', 'all') and (until is null or until > ${now()})
        order by until desc nulls first limit 1) as block,
      ${lastPaid} as "lastPaid",
      ${served} as served`.execute(db);
  const [state] = rows;
  if (state === undefined)
    throw new Error('PostgreSQL returned no row for a query that always has one.');
  return state;
}

type SwitchRow = [
  method: string,
  state: MethodSwitch['state'],
  until: string | null,
  shownReason: MethodSwitch['shown_reason'],
];

function readBlock(block: string, core: Core, caller: Caller) {
  const [source, until] = JSON.parse(block) as [PlayerBlock['source'], string | null];
  return showBlock({ source, until: until === null ? null : new Date(until) }, core, caller);
}

function readSwitches(switches: string) {
  return (JSON.parse(switches) as SwitchRow[]).map(([method, state, until, shown_reason]) => ({
    method,
    state,
    until: until === null ? null : new Date(until),
    shown_reason,
  }));
}
