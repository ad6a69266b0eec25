import type { FieldOf, PaymentMethod } from '@kassa/contract';
import type { Session } from '../../session/session.ts';
import { readKept, writeKept } from '../../storage/kept-for-player.ts';

/** The name of the field in which a player chooses the bank that they pay from. */
export const bankFieldName = 'bank';

type OfBanks = Pick<PaymentMethod, 'name' | 'banks'>;

/** Returns the field of the player's bank; null for a method without a choice of banks. */
export function buildBankField(
  { name, banks = [] }: OfBanks,
  session: Session,
): FieldOf<'dropdown'> | null {
  if (banks.length === 0) return null;
  const last = readKept(`last-bank.${name}`, session);
  return {
    type: 'dropdown',
    name: bankFieldName,
    placeholder_key: 'deposit.p2p.bank',
    values: banks.map((bank) => ({
      value: bank.id,
      text: { en: bank.name },
      ...(bank.iconId !== undefined && { iconId: bank.iconId }),
    })),
    ...(last !== null && { value: last }),
  };
}

/** Keeps the bank for the player's next deposit with the method. */
export function keepLastBank({ playerKey }: Session, { name }: OfBanks, bank: string): void {
  writeKept(`last-bank.${name}`, playerKey, bank);
}
