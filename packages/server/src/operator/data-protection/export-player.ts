import type { Core } from '../../core/core.ts';
import { openDetails } from '../../ground/encryption/saved-details.ts';
import {
  openFields,
  openNotification,
  toClaimContext,
  toCommentContext,
  toInstrumentContext,
  toPlayerDataContext,
  toStepContext,
  toTransferContext,
} from '../../ground/encryption/sealed.ts';
import { withoutToken } from '../../ground/encryption/sealed-payee.ts';
import { nullIfUnreadable, type SealContext } from '../../ground/encryption/vault.ts';
import type { PlayerRef } from '../../players/player-row.ts';
import { type PlayerSource, playerSources, type Row } from './player-sources.ts';

/**
 * All personal data of a player as JSON. Payment details are unmasked, since they are the player's.
 */
export interface PlayerExport {
  /** ISO 8601. */
  exportedAt: string;
  player: { id: string; externalId: string; createdAt: string; erasedAt: string | null };
  data: Record<PlayerSource, Row[]>;
}

/** Internal columns that say nothing about the player. */
const omitted: ReadonlySet<string> = new Set([
  'brand_id',
  'player_id',
  'fields_sealed',
  'step_sealed',
  'player_data_sealed',
  'instrument_sealed',
  'instrument_digest',
  'payer_digest',
  'details_sealed',
  'destination_digest',
  'message_sealed',
  'comment_sealed',
]);

/**
 * Exports a player's personal data from one snapshot. Null if the brand has no such player. Fields
 * and notifications that no key of the ring decrypts are null.
 */
export async function exportPlayer(
  core: Pick<Core, 'db' | 'vault' | 'now'>,
  ref: PlayerRef,
): Promise<PlayerExport | null> {
  return core.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const player = await tx
        .selectFrom('players')
        .selectAll()
        .where('brand_id', '=', ref.brandId)
        .where('id', '=', ref.playerId)
        .executeTakeFirst();
      if (player === undefined) return null;
      const data = {} as PlayerExport['data'];
      for (const name of Object.keys(playerSources) as PlayerSource[]) {
        const { rows } = await playerSources[name](ref).execute(tx);
        data[name] = rows.map((row) => show(core, ref, name, row));
      }
      return {
        exportedAt: core.now().toISOString(),
        player: {
          id: player.id,
          externalId: player.external_id,
          createdAt: player.created_at.toISOString(),
          erasedAt: player.erased_at?.toISOString() ?? null,
        },
        data,
      };
    });
}

function show(core: Pick<Core, 'vault'>, ref: PlayerRef, name: PlayerSource, row: Row): Row {
  const shown: Row = {};
  for (const [column, value] of Object.entries(row)) {
    if (omitted.has(column)) continue;
    const field = column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
    shown[field] = value instanceof Date ? value.toISOString() : value;
  }
  if (name === 'deposits' || name === 'withdrawals') {
    shown.fields = open(core, { table: name, brandId: ref.brandId, id: String(row.id) }, row);
    const kind = name === 'deposits' ? 'deposit' : 'withdrawal';
    const subject = { kind, brandId: ref.brandId, id: String(row.id) } as const;
    shown.playerData = openJson(core, row.player_data_sealed, toPlayerDataContext(subject));
  }
  if (name === 'savedDetails') shown.fields = openSaved(core, ref, row);
  if (name === 'payments') {
    const context = toInstrumentContext({ brand_id: ref.brandId, id: String(row.id) });
    shown.instrument = openJson(core, row.instrument_sealed, context);
  }
  if (name === 'bankTransfers' || name === 'returnedTransfers') {
    const context = toTransferContext({ brand_id: ref.brandId, id: String(row.id) });
    shown.details = openJson(core, row.details_sealed, context);
  }
  if (name === 'deposits') {
    // A page is not encrypted and stands in `redirect`.
    const context = toStepContext({ brand_id: ref.brandId, id: String(row.id) });
    shown.step = openJson(core, row.step_sealed, context);
  }
  if (name === 'claims') {
    shown.message = openText(core, row.message_sealed, toClaimContext(named(ref, row)));
  }
  if (name === 'claimProofs') {
    shown.comment = openText(core, row.comment_sealed, toCommentContext(named(ref, row)));
  }
  if (name === 'notifications') shown.body = openBody(core, ref, row);
  return shown;
}

function open({ vault }: Pick<Core, 'vault'>, context: SealContext, row: Row): unknown {
  const sealed = row.fields_sealed;
  try {
    return withoutToken(openFields(vault, context, typeof sealed === 'string' ? sealed : null));
  } catch {
    return null;
  }
}

function openSaved({ vault }: Pick<Core, 'vault'>, ref: PlayerRef, row: Row): unknown {
  const sealed = row.fields_sealed;
  if (typeof sealed !== 'string') return null;
  return nullIfUnreadable(() => openDetails(vault, named(ref, row), sealed).fields);
}

const named = ({ brandId }: PlayerRef, row: Row) => ({ brand_id: brandId, id: String(row.id) });

/** Decrypts a column that holds JSON; null if it is empty or no key of the ring opens it. */
function openJson(core: Pick<Core, 'vault'>, sealed: unknown, context: SealContext): unknown {
  const text = openText(core, sealed, context);
  return text === null ? null : JSON.parse(text);
}

/** Decrypts a column; null if it is empty or no key of the ring opens it. */
function openText(
  { vault }: Pick<Core, 'vault'>,
  sealed: unknown,
  context: SealContext,
): string | null {
  if (typeof sealed !== 'string') return null;
  try {
    return vault.open(sealed, context);
  } catch {
    return null;
  }
}

function openBody({ vault }: Pick<Core, 'vault'>, { brandId }: PlayerRef, row: Row): string | null {
  const notification = { id: String(row.id), brand_id: brandId, body: String(row.body) };
  try {
    return openNotification(vault, notification);
  } catch {
    return null;
  }
}
