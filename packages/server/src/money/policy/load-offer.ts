import { type CallRequest, type CallResponse, calls } from '@kassa/contract';
import { sql } from 'kysely';
import type { Catalog } from '../../catalog/catalog-schema.ts';
import { applySwitches, type MethodSwitch } from '../../catalog/method-switches.ts';
import { selectOffer } from '../../catalog/select-methods.ts';
import type { Caller } from '../../core/caller.ts';
import type { Core } from '../../core/core.ts';
import { type CachedResponse, cacheResponse } from '../../ground/response-cache/response-cache.ts';
import { findBeyondLimits, markBeyondLimits } from './load-payable.ts';

type Request = CallRequest<'methods-payment-v3'>;
type Offer = CallResponse<'methods-payment-v3'>;

/**
 * What a player is offered to pay with, ready to be sent. It is kept under all that it depends on: who
 * asks for what, and how methods are switched at this moment, which one query reads each time. So a
 * switch holds at once, on every process, without anybody being told. Who has limits of their own gets
 * what these leave marked.
 */
export async function loadOffer(
  core: Core,
  caller: Caller,
  request: Request,
): Promise<CachedResponse> {
  const { switches, hasLimits } = await readMoment(core, caller);
  const { brandId, country, currency, accountType } = caller;
  const catalog = core.catalogOf(brandId);
  const asked = leaveOutIdle(catalog, request);
  const said = [asked.country, asked.currency, asked.platform, asked.abTestGroup];
  const key = JSON.stringify([brandId, country, currency, accountType, ...said, switches]);
  const offer = core.responseCache.resolve(key, catalog, () => {
    const switched = applySwitches(catalog, readSwitches(switches));
    return cacheOffer(selectOffer(switched, caller, asked));
  });
  return hasLimits ? markFor(core, caller, catalog, key, offer) : offer;
}

/** What a request can say that makes a difference to a catalogue's lists. */
interface Telling {
  currencies: ReadonlySet<string>;
  abTestGroups: ReadonlySet<string>;
  /** Whether any method is for some platforms only. */
  hasPlatforms: boolean;
}

const tellingOf = new WeakMap<Catalog, Telling>();

/**
 * A request without what changes nothing of the answer: words of a client's own making would each have
 * the same list made and kept anew.
 */
function leaveOutIdle(
  catalog: Catalog,
  { currency, platform, abTestGroup, ...rest }: Request,
): Request {
  const telling = tellingOf.get(catalog) ?? readTelling(catalog);
  tellingOf.set(catalog, telling);
  const { currencies, abTestGroups, hasPlatforms } = telling;
  return {
    ...rest,
    ...(currency !== undefined && currencies.has(currency) && { currency }),
    ...(platform !== undefined && hasPlatforms && { platform }),
    ...(abTestGroup !== undefined && abTestGroups.has(abTestGroup) && { abTestGroup }),
  };
}

function readTelling({ methods }: Catalog): Telling {
  return {
    currencies: new Set(methods.flatMap(({ amount_rules }) => Object.keys(amount_rules))),
    abTestGroups: new Set(methods.flatMap(({ abTestGroups = [] }) => abTestGroups)),
    hasPlatforms: methods.some(({ platforms }) => platforms !== undefined),
  };
}

async function markFor(
  core: Core,
  caller: Caller,
  catalog: Catalog,
  key: string,
  whole: CachedResponse,
): Promise<CachedResponse> {
  // It was kept as the contract has it.
  const offer = whole.body as Offer;
  const beyond = await findBeyondLimits(core, caller, offer);
  if (beyond.size === 0) return whole;
  return core.responseCache.resolve(`${key} ${JSON.stringify([...beyond])}`, catalog, () =>
    cacheOffer(markBeyondLimits(offer, beyond)),
  );
}

/** Its methods are as the contract has them already, each once for all lists that it is in. */
function cacheOffer({ methods, ...rest }: Offer): CachedResponse {
  const { response } = calls['methods-payment-v3'];
  return cacheResponse({ ...response.parse({ ...rest, methods: [] }), methods });
}

/** What may have changed since an offer was kept. */
interface Moment {
  /** How methods are switched, as JSON: `[method, state, until, shown reason]` of each. */
  switches: string;
  hasLimits: boolean;
}

async function readMoment(
  { db, now }: Pick<Core, 'db' | 'now'>,
  { brandId, playerId }: Caller,
): Promise<Moment> {
  const { rows } = await sql<Moment>`
    select
      (select coalesce(json_agg(
          json_build_array(method, state, until, shown_reason) order by method), '[]')::text
        from method_switches
        where brand_id = ${brandId} and (until is null or until > ${now()})) as switches,
      exists (select from player_limits
        where brand_id = ${brandId} and player_id = ${playerId}
          and transaction = 'deposit') as "hasLimits"`.execute(db);
  const [moment] = rows;
  if (moment === undefined) throw new Error('PostgreSQL gave no row where there is always one.');
  return moment;
}

type SwitchRow = [
  method: string,
  state: MethodSwitch['state'],
  until: string | null,
  shownReason: MethodSwitch['shown_reason'],
];

function readSwitches(switches: string) {
  return (JSON.parse(switches) as SwitchRow[]).map(([method, state, until, shown_reason]) => ({
    method,
    state,
    until: until === null ? null : new Date(until),
    shown_reason,
  }));
}
