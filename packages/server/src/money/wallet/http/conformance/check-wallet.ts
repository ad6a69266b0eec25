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

/** The rules that a wallet must keep (docs/wallet.md), besides those of the profile and debits. */
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
 * allows it. Without the player's profile it ends after the first rule, since every further rule
 * would fail for the same cause.
 */
export async function* checkWallet(target: WalletTarget): AsyncGenerator<CheckResult> {
  const probe = new WalletProbe(target);
  const found = await probe.balance().catch(requireViolation);
  const profileName = "the profile has the player's id and an exact balance";
  if (found instanceof Violation) {
    yield { name: profileName, isKept: false, detail: found.message };
    return;
  }
  yield { name: profileName, isKept: true, detail: null };
  for (const { name, run } of checks) {
    yield await look(name, () => run(probe));
  }
  if (await knowsDebits(probe)) {
    for (const { name, run } of debitChecks) yield await look(name, () => run(probe));
  } else {
    yield oldForm;
  }
  yield await look('the balance can be restored to its first value', () => restore(probe, found));
}

async function look(name: string, run: () => Promise<void>): Promise<CheckResult> {
  try {
    await run();
    return { name, isKept: true, detail: null };
  } catch (error) {
    return { name, isKept: false, detail: requireViolation(error).message };
  }
}

function requireViolation(error: unknown): Violation {
  if (error instanceof Violation) return error;
  throw error;
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
