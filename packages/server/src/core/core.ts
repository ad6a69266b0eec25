import type { DepositStatusPush, WithdrawalStatusPush } from '@kassa/contract';
import type { Brands } from '../brands/load-brands.ts';
import type { Catalog } from '../catalog/catalog-schema.ts';
import type { Db } from '../ground/database/connect.ts';
import type { Vault } from '../ground/encryption/vault.ts';
import type { KeptAnswers } from '../ground/response-cache/kept-answers.ts';
import type { Outbox } from '../messages/webhooks/outbox.ts';
import type { Breakers } from '../providers/breakers.ts';
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

export interface Log {
  info: (fields: object, message: string) => void;
  warn: (fields: object, message: string) => void;
  error: (fields: object, message: string) => void;
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
  keptAnswers: KeptAnswers;
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
