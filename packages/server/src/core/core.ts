import type { DepositStatusPush, WithdrawalStatusPush } from '@kassa/contract';
import type { Brands } from '../brands/load-brands.ts';
import type { Catalog } from '../catalog/catalog-schema.ts';
import type { ConnectorError } from '../connectors/connector.ts';
import type { Db } from '../ground/database/connect.ts';
import type { Vault } from '../ground/encryption/vault.ts';
import type { Log } from '../ground/log.ts';
import type { ResponseCache } from '../ground/response-cache/response-cache.ts';
import type { RatePort } from './rate-port.ts';
import type { WalletPort } from './wallet-port.ts';

/** Tells a player's open widgets that something changed. A hint: nothing depends on its arrival. */
export interface Publisher {
  depositChanged: (brandId: string, playerId: string, push: DepositStatusPush) => void;
  withdrawalChanged: (brandId: string, playerId: string, push: WithdrawalStatusPush) => void;
  userChanged: (brandId: string, playerId: string) => void;
  /** A method was switched: whoever has the brand's widget open looks again. */
  methodsChanged: (brandId: string) => void;
}

/** Sends what `recordEvent` wrote. Any number of processes may have one on the same database. */
export interface Outbox {
  /**
   * Says that something may be due, for one brand or for all: right after a commit, and now and then
   * for what a crash, a failure or another process left behind. Returns at once.
   */
  wake: (brandId?: string) => void;
  /** Resolves once all that was due has been tried. */
  settle: () => Promise<void>;
  /** Sends nothing more, and waits for what is on its way. */
  stop: () => Promise<void>;
}

/**
 * What this process knows of each provider's health: one circuit breaker per brand, connector and
 * operation, as payouts may be down while deposits are taken.
 */
export interface Breakers {
  /** Why the provider is not to be asked now, or null: then this request goes. */
  refusal: (key: string, now: Date) => ConnectorError | null;
  /** How many requests at once would go: none, one that tries it, or any number. No attempt by itself. */
  room: (key: string, now: Date) => 'none' | 'one' | 'any';
  /** Takes note of how a player's request ended. */
  record: (
    key: string,
    outcome: { kind: string } | ConnectorError,
    request: { now: Date; playerId: string },
  ) => void;
}

/** What the domain works with. Built once in `start-server.ts`, handed to every function. */
export interface Core {
  db: Db;
  brands: Brands;
  /** What a brand offers. */
  catalogOf: (brandId: string) => Catalog;
  /** Where a brand's rates between currencies come from. */
  ratesOf: (brandId: string) => RatePort;
  /** Where the balances of a brand's players live. */
  walletOf: (brandId: string) => WalletPort;
  /** Answers that are the same for many. */
  responseCache: ResponseCache;
  /** What is known of each provider's health. */
  breakers: Breakers;
  publisher: Publisher;
  /** Tells operators of what happened; woken after each commit that wrote an event. */
  outbox: Outbox;
  /** Seals payment details at rest. */
  vault: Vault;
  log: Log;
  /** The origin that providers and players reach the server at. */
  publicUrl: string;
  /** Nothing is paid out: every withdrawal waits for the operator (HOLD_PAYOUTS). */
  arePayoutsHeld: boolean;
  /** The clock; tests move it. */
  now: () => Date;
}
