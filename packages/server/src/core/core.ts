import type {
  BlockPush,
  CallRequest,
  CallResponse,
  DepositStatusPush,
  FirstScreen,
  WithdrawalStatusPush,
} from '@kassa/contract';
import type { Brands } from '../brands/load-brands.ts';
import type { Catalog } from '../catalog/catalog-schema.ts';
import type { RouteSuccess } from '../catalog/plan-routes.ts';
import type { ConnectorError } from '../connectors/connector-outcome.ts';
import type { Db } from '../ground/database/connect.ts';
import type { Vault } from '../ground/encryption/vault.ts';
import type { Log } from '../ground/log.ts';
import type { ResponseCache } from '../ground/response-cache/response-cache.ts';
import type { Caller } from './caller.ts';
import type { RatePort } from './rate-port.ts';
import type { WalletPort } from './wallet-port.ts';

/** Pushes changes to a player's open widgets. A push is a hint: nothing depends on its arrival. */
export interface Publisher {
  depositChanged: (brandId: string, playerId: string, push: DepositStatusPush) => void;
  withdrawalChanged: (brandId: string, playerId: string, push: WithdrawalStatusPush) => void;
  userChanged: (brandId: string, playerId: string) => void;
  /** A method was switched: the open widgets of the brand reload their methods. */
  methodsChanged: (brandId: string) => void;
  /** A player was blocked, or a block lifted: the player's open widgets reload their methods. */
  blockChanged: (brandId: string, playerId: string, push: BlockPush) => void;
}

/**
 * Sends the events that `recordEvent` wrote. Several processes may have one on the same database.
 */
export interface Outbox {
  /**
   * Looks for due events of one brand, or of all: right after a commit, and regularly for events
   * left by a crash, a failure or another process. Returns at once.
   */
  wake: (brandId?: string) => void;
  /** Resolves once every due event was tried. */
  settle: () => Promise<void>;
  /** Sends no more events, and waits for the requests under way. */
  stop: () => Promise<void>;
}

/**
 * This process's view of each provider's health: one circuit breaker per brand, connector and
 * operation, as payouts may fail while deposits work.
 */
export interface Breakers {
  /** Returns why the circuit is open, or null: then the caller must send this request. */
  refusal: (key: string, now: Date) => ConnectorError | null;
  /**
   * Returns how many requests would be let through now: none, one as a probe, or any number. Lets
   * none through itself.
   */
  room: (key: string, now: Date) => 'none' | 'one' | 'any';
  /** Records the outcome of a player's request. */
  record: (
    key: string,
    outcome: { kind: string } | ConnectorError,
    request: { now: Date; playerId: string },
  ) => void;
}

/**
 * The player tokens that operators revoked, as this process knows them. Revocations of other
 * processes arrive within about a second.
 */
export interface TokenRevocations {
  isRevoked: (caller: Pick<Caller, 'brandId' | 'playerId' | 'tokenId' | 'issuedAt'>) => boolean;
  /** Loads the new revocations, right after a commit. Never rejects. */
  refresh: () => Promise<void>;
  /** Calls back after every load of a revocation. */
  onRevoked: (listener: () => void) => void;
}

/** What was measured of a method: the share of its credited attempts and their median time. */
export interface MeasuredArrival {
  /** The median in minutes, rounded up; 0 means "at once". */
  usualMinutes: number;
  /** The share in percent, rounded down; left out if it is low. */
  arrivesPercent?: number;
}

/** What was measured of a brand's methods for players of one country. */
export interface MeasuredArrivals {
  /** Changes with the values; part of the key of a cached list. */
  key: string;
  byMethod: ReadonlyMap<string, MeasuredArrival>;
}

/** A method that a brand doesn't offer, as all its accounts are off. */
export interface UnofferedMethod {
  brandId: string;
  method: string;
}

/** Every problem of the brands' files, and the brands that are different now. */
export interface ReloadResult {
  /** With a problem, nothing is taken. */
  problems: string[];
  changed: string[];
  unoffered: UnofferedMethod[];
}

/** The way to have the brands' files read again without a restart. */
export interface Reload {
  /** Reads and checks all files, and takes nothing. */
  check: () => Promise<ReloadResult>;
  /**
   * Takes the files if a reload was ordered since the last look. Never rejects.
   * @returns the result of the last order; null if the order or the files couldn't be read now
   */
  follow: () => Promise<ReloadResult | null>;
  /** Returns the number of the last order whose files this process took; 0: none. */
  takenOrder: () => number;
}

/** A first screen to draw: what the widget said of it, and the methods that it shows. */
export interface DrawnScreen
  extends Pick<CallRequest<'methods-payment-v3'>, 'country' | 'platform'> {
  brandId: string;
  screen: FirstScreen;
  /** The files of the brand's own logos, by id. */
  ownIcons: Readonly<Record<string, string>>;
  /** The brand's support. */
  supportUrl?: string | undefined;
  offer: CallResponse<'methods-payment-v3'>;
  /** The coin packages that the player can buy, for the sweepstake cashier. */
  packages?: CallResponse<'sweepstake-boxes'>;
}

/**
 * The dependencies of the domain functions. Built once in `start-server.ts` and passed to each of
 * them. A reload replaces the parts that come from the brands' files, all at once.
 */
export interface Core {
  db: Db;
  brands: Brands;
  /** Returns a brand's catalogue. */
  catalogOf: (brandId: string) => Catalog;
  /** Returns the source of a brand's exchange rates. */
  ratesOf: (brandId: string) => RatePort;
  /** Returns the wallet that holds the balances of a brand's players. */
  walletOf: (brandId: string) => WalletPort;
  /** Responses that are the same for many players. */
  responseCache: ResponseCache;
  /** Draws a widget's first screen. Null where this process can't: the widget draws it by itself. */
  drawScreen: (screen: DrawnScreen) => Promise<string | null>;
  /** The circuit breakers of the providers. */
  breakers: Breakers;
  /**
   * Returns the success of a method's last attempts at an account by players of a country, as this
   * process knows it; null if nothing was measured.
   */
  successOf: (
    brandId: string,
    method: string,
    account: string,
    country: string,
  ) => RouteSuccess | null;
  /** Returns what was measured of a brand's methods for players of a country, as this process knows it. */
  arrivalsOf: (brandId: string, country: string) => MeasuredArrivals;
  publisher: Publisher;
  reload: Reload;
  revocations: TokenRevocations;
  /** Sends webhooks to operators; woken after each commit that wrote an event. */
  outbox: Outbox;
  /** Seals payment details at rest. */
  vault: Vault;
  log: Log;
  /** The origin at which providers and players reach the server. */
  publicUrl: string;
  /** No payouts are sent: every withdrawal waits for the operator (HOLD_PAYOUTS). */
  arePayoutsHeld: boolean;
  /** The clock; tests move it. */
  now: () => Date;
}

/**
 * Returns the core as it is now: a reload of the brands' files doesn't change it. A request works
 * on one view to its end.
 */
export function viewOf(core: Core): Core {
  return { ...core };
}
