import { CallError, type SavedDetails } from '@kassa/contract';
import type { CatalogMethod } from '../../catalog/catalog-schema.ts';
import { routesOf } from '../../catalog/plan-routes.ts';
import type { Caller } from '../../core/caller.ts';
import type { Core } from '../../core/core.ts';
import type { Db, Tx } from '../../ground/database/connect.ts';
import { digestsOfInstrument } from '../../ground/encryption/blind-index.ts';
import { nullIfUnreadable } from '../../ground/encryption/vault.ts';
import { isUuid } from '../../ground/is-uuid.ts';
import { openInstrument } from '../deposits/instruments.ts';

/** The card or account of a receipt, as a withdrawal is paid to it. Personal data: never log. */
export interface Instrument {
  token: string;
  masked: string | null;
  /** The digest of the token under the first key of the ring. */
  digest: string;
  digests: readonly string[];
  /** The provider's account at which the token is valid. */
  account: string;
  payerName: string | null;
}

/** The most cards and accounts that a player can choose from. */
const mostShown = 10;

/**
 * Returns the cards and accounts that a method with `paysToInstrument` can pay to: those of the
 * player's credited receipts of the methods that it pays back, at the accounts that it goes through,
 * each one once and the newest first.
 */
export async function listInstruments(
  { vault }: Pick<Core, 'vault'>,
  db: Db | Tx,
  caller: Pick<Caller, 'brandId' | 'playerId'>,
  method: CatalogMethod,
): Promise<SavedDetails[]> {
  const newestOfEach = selectReceipts(db, caller, method)
    .distinctOn('payments.instrument_digest')
    .orderBy('payments.instrument_digest')
    .orderBy('payments.deposit_id', 'desc')
    .orderBy('payments.id', 'desc');
  const receipts = await db
    .selectFrom(newestOfEach.as('newest'))
    .selectAll()
    .orderBy('deposit_id', 'desc')
    .orderBy('id', 'desc')
    .limit(mostShown)
    .execute();
  return receipts.flatMap((row) => {
    const instrument = nullIfUnreadable(() => openInstrument(vault, row));
    if (instrument === null) return [];
    return {
      detailsId: row.id,
      paymentMethod: method.name,
      masked: instrument.masked ?? methodName(method),
      ...(instrument.payerName !== null && { holder: instrument.payerName }),
      lastUsedAt: row.created_at.getTime(),
      isRemovable: false,
    };
  });
}

/**
 * Loads the card or account that the player chose.
 * @throws CallError details.notFound if it isn't one of {@link listInstruments}
 */
export async function loadInstrument(
  { vault }: Pick<Core, 'vault'>,
  db: Db | Tx,
  caller: Pick<Caller, 'brandId' | 'playerId'>,
  method: CatalogMethod,
  receiptId: string,
): Promise<Instrument> {
  const row = isUuid(receiptId)
    ? await selectReceipts(db, caller, method)
        .where('payments.id', '=', receiptId)
        .executeTakeFirst()
    : undefined;
  const opened = row && nullIfUnreadable(() => openInstrument(vault, row));
  if (!row || !opened || opened.token === null) throw detailsNotFound();
  const { token, masked, payerName } = opened;
  const digests = digestsOfInstrument(vault, caller.brandId, token);
  const [digest = ''] = digests;
  return { token, masked, payerName, digest, digests, account: row.connector };
}

/**
 * Returns the id by which {@link listInstruments} lists the card or account of a digest; null where
 * the method can't pay to it.
 */
export async function findReceipt(
  db: Db | Tx,
  caller: Pick<Caller, 'brandId' | 'playerId'>,
  method: CatalogMethod,
  digest: string,
): Promise<string | null> {
  const newest = await selectReceipts(db, caller, method)
    .where('payments.instrument_digest', '=', digest)
    .orderBy('payments.deposit_id', 'desc')
    .orderBy('payments.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest?.id ?? null;
}

/** Selects the receipts with a token of the player's credited deposits. */
function selectReceipts(
  db: Db | Tx,
  { brandId, playerId }: Pick<Caller, 'brandId' | 'playerId'>,
  method: CatalogMethod,
) {
  return db
    .selectFrom('deposits')
    .innerJoin('payments', 'payments.deposit_id', 'deposits.id')
    .selectAll('payments')
    .where('deposits.brand_id', '=', brandId)
    .where('deposits.player_id', '=', playerId)
    .where('deposits.payment_method', 'in', [...(method.paysBack ?? []), ''])
    .where('deposits.credited_amount', '>', '0')
    .where('payments.brand_id', '=', brandId)
    .where('payments.status', '=', 'credited')
    .where('payments.instrument_digest', 'is not', null)
    .where(
      'payments.connector',
      'in',
      routesOf(method).map(({ account }) => account),
    );
}

export const methodName = ({ text, name }: Pick<CatalogMethod, 'text' | 'name'>): string =>
  text.en ?? name;

export const detailsNotFound = () =>
  new CallError('details.notFound', 'There are no such saved details.');
