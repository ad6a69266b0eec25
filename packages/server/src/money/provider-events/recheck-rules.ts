import { addressField } from '../../catalog/canonical-fields.ts';
import type { CatalogMethod } from '../../catalog/catalog-schema.ts';
import { findBrandMethod } from '../../catalog/select-methods.ts';
import { toChainAddress } from '../../connectors/chain-address.ts';
import type { Core } from '../../core/core.ts';
import type { Db, Tx } from '../../ground/database/connect.ts';
import type { Withdrawal } from '../../ground/database/tables/withdrawals.ts';
import { digestsOfInstrument } from '../../ground/encryption/blind-index.ts';
import type { Fields } from '../../ground/encryption/sealed.ts';
import { openPayee, type Payee } from '../../ground/encryption/sealed-payee.ts';
import { nullIfUnreadable } from '../../ground/encryption/vault.ts';
import { toPlayerNames } from '../../players/compare-names.ts';
import { openPlayerData } from '../../players/player-data.ts';
import { loadExternalId } from '../../players/player-row.ts';
import { evaluateRules } from '../payout-rules/evaluate-rules.ts';
import type { RuleFinding, RuleName } from '../payout-rules/rule-subject.ts';
import {
  askScreening,
  type ScreeningAnswer,
  type ScreeningSubject,
} from '../payout-rules/screening.ts';
import { moneyOf } from '../withdrawals/payout-money.ts';

/*
 * The rules of payouts of a withdrawal that exists: before it is admitted, approved and sent.
 */

/** A broken rule, or `details` that can't be read, as the history names it. No player reads it. */
interface Broken extends Pick<RuleFinding, 'effect' | 'detail'> {
  rule: RuleName | 'details';
}

/** No approval covers it: without its details a withdrawal can't be paid. */
const unreadable: Broken = {
  rule: 'details',
  effect: 'refuse',
  detail: 'its payment details can no longer be read',
};

/**
 * Opens what a payout is sent with; null if this process lacks the key of a part of it, as it may
 * while keys are rotated.
 */
export function openReadable({ vault }: Pick<Core, 'vault'>, withdrawal: Withdrawal): Payee | null {
  return nullIfUnreadable(() => {
    openPlayerData(vault, 'withdrawal', withdrawal);
    return openPayee(vault, withdrawal);
  });
}

/**
 * Returns what the operator's check is told of a destination: of a chain the address that is paid, also
 * where an older release has stored it as it was typed.
 */
export function describeDestination(
  { coin }: Pick<CatalogMethod, 'coin'>,
  fields: Fields,
  masked: string | null,
): ScreeningSubject['destination'] {
  const address = fields[addressField];
  return coin === undefined || address === undefined
    ? { masked }
    : {
        address: toChainAddress(address, coin.blockchain) ?? address,
        blockchain: coin.blockchain,
      };
}

/**
 * Has the operator check a withdrawal again, whose payee can be read. Called outside of
 * transactions.
 */
export async function screenAgain(
  core: Core,
  withdrawal: Withdrawal,
): Promise<ScreeningAnswer | null> {
  const { brand_id: brandId, player_id: playerId } = withdrawal;
  if (core.brands.get(brandId)?.withdrawals.screening == null) return null;
  const payee = openPayee(core.vault, withdrawal);
  const names = [payee.firstName, payee.lastName].filter((name) => name !== null).join(' ');
  const method = findMethod(core, withdrawal) ?? {};
  return askScreening(core, {
    brandId,
    playerId: await loadExternalId(core.db, { brandId, playerId }),
    reference: withdrawal.reference,
    money: moneyOf(withdrawal),
    paymentType: withdrawal.payment_method,
    country: withdrawal.country,
    name: payee.holder ?? (names === '' ? null : names),
    destination: describeDestination(method, payee.fields, withdrawal.destination_masked),
  });
}

/**
 * Returns the rules that a withdrawal breaks now. Of a method that has left the catalogue only the
 * name is known, and so a person decides whether money had to go back to its source first.
 */
export async function findBroken(
  core: Core,
  db: Db | Tx,
  withdrawal: Withdrawal,
  screening: ScreeningAnswer | null,
): Promise<Broken[]> {
  const payee = openReadable(core, withdrawal);
  if (payee === null) return [unreadable];
  const method = findMethod(core, withdrawal);
  const { brand_id: brandId } = withdrawal;
  const findings = await evaluateRules(core, db, {
    brandId,
    playerId: withdrawal.player_id,
    withdrawalId: withdrawal.id,
    requestedAt: withdrawal.created_at,
    method: method ?? { name: withdrawal.payment_method },
    money: moneyOf(withdrawal),
    country: withdrawal.country ?? '',
    isVerified: withdrawal.is_verified,
    playerNames: toPlayerNames(payee),
    holder: payee.holder,
    destinationDigest: withdrawal.destination_digest,
    instrumentDigests: digestsOfInstrument(core.vault, brandId, payee.instrumentToken),
    screening,
  });
  if (method !== undefined) return findings;
  return findings.map((found) =>
    found.rule === 'closedLoop' ? { ...found, effect: 'review' } : found,
  );
}

/**
 * Returns the broken rules of a withdrawal whose money was held later than it was requested. The
 * operator's check was asked before, and isn't asked again in a transaction.
 */
export async function findBrokenAtHold(
  core: Core,
  tx: Tx,
  withdrawal: Withdrawal,
): Promise<Pick<Broken, 'rule' | 'detail'>[]> {
  const broken = await findBroken(core, tx, withdrawal, null);
  const wasScreened = withdrawal.reviewed_rules.includes('screening');
  const screened = { rule: 'screening', detail: 'found when it was requested' } as const;
  return wasScreened ? [...broken, screened] : broken;
}

/**
 * Returns the broken rules that no approval covers. An operator's approval covers the rules that
 * had the withdrawal reviewed; one by the brand's settings covers none.
 */
export async function findUncovered(
  core: Core,
  tx: Tx,
  withdrawal: Withdrawal,
  screening: ScreeningAnswer | null,
): Promise<Broken[]> {
  const broken = await findBroken(core, tx, withdrawal, screening);
  const { approved_by, reviewed_rules } = withdrawal;
  if (approved_by === null || approved_by === 'settings') return broken;
  return broken.filter(({ rule, effect }) => effect === 'refuse' || !reviewed_rules.includes(rule));
}

/** Returns the names of the rules that have had a withdrawal reviewed, with those that do now. */
export function addReviewed(
  { reviewed_rules }: Pick<Withdrawal, 'reviewed_rules'>,
  findings: readonly Pick<Broken, 'rule' | 'effect'>[],
): string[] {
  const reviewed = findings.filter(({ effect }) => effect === 'review').map(({ rule }) => rule);
  return [...new Set([...reviewed_rules, ...reviewed])];
}

const findMethod = (core: Core, { brand_id, payment_method }: Withdrawal) =>
  findBrandMethod(core.catalogOf(brand_id), payment_method);
