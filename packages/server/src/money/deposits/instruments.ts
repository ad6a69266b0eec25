import { holdsLuhn } from '@kassa/contract';
import { sql } from 'kysely';
import type { PaymentInstrument } from '../../connectors/provider-event.ts';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { Deposit, Payment } from '../../ground/database/tables/money.ts';
import { digestsOfInstrument } from '../../ground/encryption/blind-index.ts';
import { toInstrumentContext } from '../../ground/encryption/sealed.ts';
import type { Vault } from '../../ground/encryption/vault.ts';
import { isUuid } from '../../ground/is-uuid.ts';
import { isErased } from '../../players/player-row.ts';
import { findClearing, isUnmatched, matchPayer, type PayerColumns } from './payer-match.ts';

const longest = { token: 256, masked: 64, payerName: 200 } as const;

type Text = keyof typeof longest;

/**
 * Returns a provider's report on an instrument without the texts that Kassa doesn't keep: one that
 * contains a whole card number, is too long, or has markup or control characters. The log names what
 * was left out, never its value. Null if nothing is left.
 */
export function keepReadable(
  { log }: Pick<Core, 'log'>,
  instrument: PaymentInstrument,
  place: { brandId: string; connector: string; depositId: string },
): PaymentInstrument | null {
  const kept = { ...instrument };
  const dropped: Text[] = [];
  for (const name of Object.keys(longest) as Text[]) {
    const text = instrument[name]?.trim() ?? '';
    kept[name] = text === '' ? null : text;
    if (kept[name] === null || isKept(name, text)) continue;
    kept[name] = null;
    dropped.push(name);
  }
  if (dropped.length > 0) {
    log.warn({ ...place, dropped }, 'a reported instrument is left out in part');
  }
  return (kept.token ?? kept.masked ?? kept.payerName) ? kept : null;
}

function isKept(name: Text, text: string): boolean {
  if (text.length > longest[name] || /[<>\p{Cc}\p{Cs}]/u.test(text)) return false;
  // Nothing that is masked has so many digits.
  return name === 'token' ? isUuid(text) || !hasCardNumber(text) : !/(\d\D{0,2}){12}/.test(text);
}

/**
 * Whether a text has 12 to 19 digits with the check digit of a card, in one piece or in groups. Digits
 * beside a letter are a part of some other code.
 */
function hasCardNumber(text: string): boolean {
  const patterns = [
    /(?<![\p{L}\d])\d{12,}(?![\p{L}\d])/gu,
    /(?<![\p{L}\d])\d(?:[ .-]?\d){11,}(?![\p{L}\d])/gu,
  ];
  const runs = patterns.flatMap((pattern) => text.match(pattern) ?? []);
  return runs.some((run) => run.replace(/\D/g, '').length <= 19 && holdsLuhn(run));
}

/**
 * Returns the columns of a receipt that keep the instrument of a report and whether its payer is the
 * player; null if there is nothing to keep, or its player was erased.
 */
export async function keepInstrument(
  core: Core,
  tx: Tx,
  deposit: Deposit,
  payment: { brand_id: string; id: string },
  reported: PaymentInstrument | null | undefined,
): Promise<InstrumentColumns | null> {
  if (reported == null) return null;
  const { id: depositId, brand_id: brandId, player_id: playerId, connector } = deposit;
  const instrument = keepReadable(core, reported, { brandId, connector, depositId });
  // A payer whose name isn't kept was named nevertheless.
  const isNameDropped = isSaid(reported.payerName) && !isSaid(instrument?.payerName);
  if (instrument === null && !isNameDropped) return null;
  if (await isErased(tx, { brandId, playerId })) return null;
  const match = isNameDropped
    ? ({ payer_match: 'unclear', payer_digest: null } as const)
    : matchPayer(core, deposit, instrument);
  const isStranger = instrument !== null && isUnmatched(match.payer_match);
  return {
    ...(instrument === null ? nothingSealed : sealInstrument(core.vault, payment, instrument)),
    ...match,
    payer_cleared_at: isStranger ? await findClearing(core, tx, deposit, instrument) : null,
  };
}

const isSaid = (text: string | null | undefined) => text != null && text.trim() !== '';

type SealedColumns = Pick<Payment, 'instrument_sealed' | 'instrument_digest'>;
type InstrumentColumns = SealedColumns & PayerColumns & Pick<Payment, 'payer_cleared_at'>;

const nothingSealed: SealedColumns = { instrument_sealed: null, instrument_digest: null };

/** Returns the columns of a receipt that hold its sealed instrument. */
function sealInstrument(
  vault: Vault,
  payment: { brand_id: string; id: string },
  instrument: PaymentInstrument,
): SealedColumns {
  const text = JSON.stringify(instrument);
  return {
    instrument_sealed: vault.seal(text, toInstrumentContext(payment)),
    instrument_digest: digestsOfInstrument(vault, payment.brand_id, instrument.token)[0] ?? null,
  };
}

/**
 * Opens a receipt's instrument; null if the provider reported none or it has been deleted.
 * @throws SealError if no key of the ring opens it
 */
export function openInstrument(
  vault: Vault,
  payment: { brand_id: string; id: string; instrument_sealed: string | null },
): PaymentInstrument | null {
  if (payment.instrument_sealed === null) return null;
  // Only `sealInstrument` writes the column.
  return JSON.parse(vault.open(payment.instrument_sealed, toInstrumentContext(payment)));
}

/**
 * Returns the ids of a brand's deposits that were paid with the instrument of this token, 200 at most:
 * first the newest of each player, so that nobody hides another by many of their own.
 */
export async function findByInstrument(
  { db, vault }: Pick<Core, 'db' | 'vault'>,
  brandId: string,
  token: string,
): Promise<string[]> {
  const paid = db
    .selectFrom('payments')
    .select('deposit_id')
    .distinct()
    .where('brand_id', '=', brandId)
    .where('instrument_digest', 'in', digestsOfInstrument(vault, brandId, token));
  const rows = await db
    .selectFrom(paid.as('paid'))
    .innerJoin('deposits as d', 'd.id', 'paid.deposit_id')
    .select('deposit_id')
    // Ids begin with their time (UUIDv7).
    .orderBy(sql`row_number() over (partition by d.player_id order by deposit_id desc)`)
    .orderBy('deposit_id', 'desc')
    .limit(mostFound)
    .execute();
  return rows.map((row) => row.deposit_id);
}

/** The maximum number of results; a person reads no more. */
const mostFound = 200;
