import { CallError, compareDecimals, fitsCurrency, toCurrencyDecimals } from '@kassa/contract';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { Correction } from '../../ground/database/tables/corrections.ts';
import { type NewCorrection, recordCorrection } from '../../money/wallet/corrections.ts';
import { OperatorError } from '../operator-error.ts';

/**
 * Corrects a player's balance in the caller's transaction.
 * @throws CallError amount.invalid, currency.unsupported; OperatorError correction.aboveBalance,
 * act.impossible if the operator's wallet has no debits
 */
export async function correctBalance(core: Core, tx: Tx, act: NewCorrection): Promise<Correction> {
  const { amount, currency } = act.money;
  if (compareDecimals(amount, '0') <= 0 || !fitsCurrency(amount, currency)) {
    const message = `The amount must be more than zero, and have no more decimals than ${currency} has.`;
    throw new CallError('amount.invalid', message);
  }
  const recorded = await recordCorrection(core, tx, act);
  switch (recorded.kind) {
    case 'recorded':
      return recorded.correction;
    case 'aboveBalance': {
      const left = toCurrencyDecimals(recorded.left, currency);
      const message = `The debit is too high: the player's balance is ${left} ${currency}.`;
      throw new OperatorError('correction.aboveBalance', message, [], { left, currency });
    }
    case 'otherCurrency': {
      const message = `The player's account is in ${recorded.currencies.join(', ')}.`;
      throw new CallError('currency.unsupported', message);
    }
    case 'withoutDebits':
      throw new OperatorError(
        'act.impossible',
        'Your wallet takes no debits by the setting "wallet.debits" of the brand.',
      );
  }
}
