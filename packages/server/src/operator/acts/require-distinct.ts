import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { ChainPayment } from '../../ground/database/tables/chains.ts';
import type { Payment } from '../../ground/database/tables/money.ts';
import type { BankTransfer } from '../../ground/database/tables/requisites.ts';
import { isUuid } from '../../ground/is-uuid.ts';
import { lockMoney } from '../../money/provider-events/lock-money.ts';
import {
  type Confirmation,
  findResembling,
  findResemblingOfChain,
  findResemblingOfConfirmation,
  type Resembled,
} from '../lookup/resembling.ts';
import { OperatorError } from '../operator-error.ts';

/*
 * One payment may be reported by several sources, and be named by several people. An act that gives money
 * to a deposit is refused while the money resembles other money, unless the request names what it
 * resembles: then a person has seen both.
 */

/** The field by which a request confirms that money is other money than what it resembles. */
export const separateFromField = {
  separateFrom: z.optional(
    z
      .array(z.uuid())
      .check(
        z.maxLength(1000),
        z.describe('exactly what the money resembles, by id, if it is other money'),
      ),
  ),
};

/** What a person has confirmed; left out: nothing. */
type SeparateFrom = readonly string[] | undefined;

/**
 * Requires that a transfer is other money than all that it resembles. The caller has locked the money
 * and the transfer.
 * @param depositId - the deposit that it is given to, if it is to one; a confirmation for that deposit is its receipt
 * @throws OperatorError money.resembles
 */
export async function requireDistinctTransfer(
  core: Core,
  tx: Tx,
  transfer: BankTransfer,
  { depositId, separateFrom }: { depositId: string | null; separateFrom: SeparateFrom },
): Promise<void> {
  const { id, brand_id: brandId } = transfer;
  const found = (await findResembling(core, tx, brandId, [transfer])).get(id) ?? [];
  const others = found.filter((it) => it.kind !== 'payment' || it.depositId !== depositId);
  requireDistinct(others, separateFrom, transfer.separate_from);
  await addSeparate(tx, brandId, [id], separateFrom);
}

/**
 * The same for a payment on a chain.
 * @throws OperatorError money.resembles
 */
export async function requireDistinctOnChain(
  tx: Tx,
  payment: ChainPayment,
  { depositId, separateFrom }: { depositId: string; separateFrom: SeparateFrom },
): Promise<void> {
  const found = await findResemblingOfChain(tx, payment);
  const others = found.filter((it) => it.depositId !== depositId);
  requireDistinct(others, separateFrom, payment.separate_from);
  await addSeparate(tx, payment.brand_id, [payment.id], separateFrom);
}

/**
 * The same for money that an operator confirms. Locks the money, before the deposit.
 * @throws OperatorError money.resembles
 */
export async function requireDistinctConfirmation(
  core: Core,
  tx: Tx,
  confirmation: Confirmation,
  separateFrom: SeparateFrom,
): Promise<void> {
  const { deposit, account, money } = confirmation;
  await lockMoney(tx, { brandId: deposit.brand_id, account, ...money });
  const found = await findResemblingOfConfirmation(core, tx, confirmation);
  requireDistinct(found, separateFrom, null);
}

/**
 * The same for a parked receipt that is to be credited. Locks the money, before the deposit.
 * @throws OperatorError money.resembles
 */
export async function requireDistinctReceipt(
  core: Core,
  tx: Tx,
  payment: Payment,
  confirmation: Pick<Confirmation, 'deposit'>,
  separateFrom: SeparateFrom,
): Promise<void> {
  const { brand_id: brandId, deposit_id: depositId, connector: account, currency } = payment;
  const whole = await loadWhole(tx, payment);
  const money = { amount: whole.received_amount ?? whole.amount, currency };
  await lockMoney(tx, { brandId, account, ...money });
  const name = whole.provider_payment_id;
  const transfer = await findTransferOf(tx, brandId, name);
  if (transfer !== undefined) {
    return requireDistinctTransfer(core, tx, transfer, { depositId, separateFrom });
  }
  const onChain = await findOnChain(tx, brandId, { depositId, name });
  if (onChain !== undefined) {
    return requireDistinctOnChain(tx, onChain, { depositId, separateFrom });
  }
  if (whole.confirmed_by === 'provider') return requireDistinct([], separateFrom, null);
  const providerReference = whole.operator_reference ?? undefined;
  const said = { ...confirmation, account, money, providerReference, receiptId: whole.id };
  const found = await findResemblingOfConfirmation(core, tx, said);
  requireDistinct(found, separateFrom, null);
}

/**
 * Records at the transfers and payments that a confirmation was separated from, that its receipt is other
 * money. The caller has locked the money.
 */
export async function recordSeparate(
  tx: Tx,
  { brandId, depositId }: { brandId: string; depositId: string },
  separateFrom: SeparateFrom,
): Promise<void> {
  if (separateFrom === undefined || separateFrom.length === 0) return;
  const receipt = await tx
    .selectFrom('payments')
    .select('id')
    .where('brand_id', '=', brandId)
    .where('deposit_id', '=', depositId)
    .where('part_of', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  await addSeparate(tx, brandId, separateFrom, [receipt.id]);
}

async function addSeparate(
  tx: Tx,
  brandId: string,
  ids: readonly string[],
  separateFrom: SeparateFrom,
): Promise<void> {
  if (separateFrom === undefined || separateFrom.length === 0) return;
  for (const table of ['bank_transfers', 'chain_payments'] as const) {
    await tx
      .updateTable(table)
      .set({ separate_from: sql`separate_from || ${[...separateFrom]}::uuid[]` })
      .where('brand_id', '=', brandId)
      .where('id', 'in', [...ids])
      .execute();
  }
}

/** A package's payment may be split into receipts; the money is that of the whole. */
async function loadWhole(tx: Tx, payment: Payment): Promise<Payment> {
  if (payment.part_of === null) return payment;
  return tx
    .selectFrom('payments')
    .selectAll()
    .where('brand_id', '=', payment.brand_id)
    .where('id', '=', payment.part_of)
    .executeTakeFirstOrThrow();
}

async function findTransferOf(
  tx: Tx,
  brandId: string,
  id: string,
): Promise<BankTransfer | undefined> {
  if (!isUuid(id)) return undefined;
  return tx
    .selectFrom('bank_transfers')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

function findOnChain(
  tx: Tx,
  brandId: string,
  { depositId, name }: { depositId: string; name: string },
): Promise<ChainPayment | undefined> {
  return tx
    .selectFrom('chain_payments')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('deposit_id', '=', depositId)
    .where('receipt_reference', '=', name)
    .executeTakeFirst();
}

/** @throws OperatorError money.resembles, also if the request names what the money doesn't resemble */
function requireDistinct(
  resembled: readonly Resembled[],
  separateFrom: SeparateFrom = [],
  known: readonly string[] | null,
): void {
  const ids = resembled.map(({ id }) => id);
  const isNamed = ids.every((id) => separateFrom.includes(id));
  const strange = separateFrom.filter((id) => !ids.includes(id) && !known?.includes(id));
  if (isNamed && strange.length === 0) return;
  if (isNamed) {
    const message = `The money does not resemble ${strange.join(', ')} (any more).`;
    throw new OperatorError('money.resembles', message, resembled.map(describe));
  }
  const message =
    'This may be the same money as what the details name. If a bank transfer is a duplicate, dismiss ' +
    'it with sameAs; if it is the money of a confirmed deposit, assign it to that deposit. If it is ' +
    'other money, repeat the request with exactly these ids in separateFrom.';
  throw new OperatorError('money.resembles', message, resembled.map(describe), {
    separateFrom: ids.join(','),
  });
}

const names = {
  bankTransfer: 'bank transfer',
  chainPayment: 'payment on a chain',
  payment: 'payment confirmed by an operator',
} as const;

function describe({ kind, id, at, status, depositReference }: Resembled): string {
  const of = depositReference === null ? '' : ` to ${depositReference}`;
  return `${names[kind]} ${id} of ${at}: ${status}${of}`;
}
