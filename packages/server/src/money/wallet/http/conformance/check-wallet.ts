import { addDecimals, compareDecimals, type Decimal, negateDecimal } from '@kassa/contract';
import { creditChecks } from './credit-checks.ts';
import { debitChecks, knowsDebits } from './debit-checks.ts';
import { holdChecks } from './hold-checks.ts';
import { requestChecks } from './request-checks.ts';
import { requireEqual, Violation, WalletProbe, type WalletTarget } from './wallet-probe.ts';

export interface CheckResult {
  /** The rule that was checked. */
  name: string;
  isKept: boolean;
  /** The wallet's actual behaviour, or a warning; null if the rule is kept without one. */
  detail: string | null;
}

/** The rules that a wallet must keep (docs/wallet.md). */
const checks = [...requestChecks, ...creditChecks, ...holdChecks];

/** Told instead of the rules of debits to a wallet that doesn't know them, for one release. */
const oldForm: CheckResult = {
  name: 'the wallet knows debits',
  isKept: true,
  detail:
    'the wallet does not know debit: see docs/wallet.md. Until it does, the brand needs ' +
    '"debits": "holdAndCapture" in its "wallet".',
};

/**
 * Sends an operator's wallet the requests that Kassa would send, and yields for each rule whether
 * it is kept. It moves money on the test player's account and restores the balance if the wallet
 * allows it.
 */
export async function* checkWallet(target: WalletTarget): AsyncGenerator<CheckResult> {
  const probe = new WalletProbe(target);
  const found = await probe.balance().catch(() => null);
  for (const { name, run } of checks) {
    yield await look(name, () => run(probe));
  }
  if (await knowsDebits(probe)) {
    for (const { name, run } of debitChecks) yield await look(name, () => run(probe));
  } else {
    yield oldForm;
  }
  if (found === null) return;
  yield await look('the balance can be restored to its first value', () => restore(probe, found));
}

async function look(name: string, run: () => Promise<void>): Promise<CheckResult> {
  try {
    await run();
    return { name, isKept: true, detail: null };
  } catch (error) {
    if (error instanceof Violation) return { name, isKept: false, detail: error.message };
    throw error;
  }
}

async function restore(probe: WalletProbe, found: Decimal): Promise<void> {
  const surplus = addDecimals(await probe.balance(), negateDecimal(found));
  if (compareDecimals(surplus, '0') > 0) {
    const { transferId } = await probe.must(probe.build('hold', { amount: surplus }));
    await probe.must(probe.build('capture', { amount: surplus, holdId: transferId }));
  } else if (compareDecimals(surplus, '0') < 0) {
    await probe.must(probe.build('credit', { amount: negateDecimal(surplus) }));
  }
  const left = addDecimals(await probe.balance(), negateDecimal(found));
  requireEqual('the difference that is left', left, '0');
}
