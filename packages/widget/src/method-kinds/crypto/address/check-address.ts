import {
  blockchains,
  type CryptoAddress,
  decodePaymentUri,
  encodePaymentUri,
  type PaymentMethod,
  type PaymentTarget,
} from '@kassa/contract';
import { type AddressParts, splitAddress } from '../../../features/shown-address/shown-address.tsx';

/** An address in every form in which a player takes it. */
export interface CheckedAddress {
  /** The address for copying. */
  address: string;
  /** The address as shown: its beginning, its middle and its end. */
  parts: AddressParts;
  /** The texts of the code. */
  codes: Readonly<Record<CodeKind, string>>;
  /** The code that shows first. */
  firstCode: CodeKind;
}

/** The code is a payment URI, or the address alone. */
export type CodeKind = 'uri' | 'address';

/**
 * Returns an address in all its forms, once it is certain that they lead to the same place: what is
 * shown, what is copied and what each code says. Null where they differ, or where the address isn't
 * of the coin and the chain of the chosen method: nothing may be shown then, since nobody can call a
 * payment back.
 */
export function checkAddress(
  given: CryptoAddress,
  method: Pick<PaymentMethod, 'coin'> | undefined,
): CheckedAddress | null {
  const { depositAddress: address, blockchain, cryptoName, memo, tokenContract } = given;
  const coin = method?.coin;
  if (coin && (coin.blockchain !== blockchain || coin.currency !== cryptoName)) return null;
  const parts = splitAddress(address);
  const codes = { uri: encodePaymentUri(given), address };
  const ofUri = decodePaymentUri(codes.uri);
  const ofCode = decodePaymentUri(codes.address);
  const isSame =
    parts.join('') === address && ofUri?.address === address && ofCode?.address === address;
  // Some URIs name no token: their wallets ask for it.
  const isSameToken = ofUri?.tokenContract === null || ofUri?.tokenContract === tokenContract;
  const isSameMemo = (ofUri?.memo ?? undefined) === memo || blockchain !== 'TON';
  // Some URIs name no amount: the screen does.
  const isSameAmount = ofUri?.amount === null || ofUri?.amount === given.payAmount;
  if (!isSame || !isSameToken || !isSameMemo || !isSameAmount) return null;
  return { address, parts, codes, firstCode: namesToken(given, ofUri) ? 'uri' : 'address' };
}

/**
 * Returns whether a payment URI says all that there is to say. Where it names no token its wallet
 * may offer to send the chain's own coin.
 */
function namesToken(
  { blockchain, cryptoName, tokenContract }: CryptoAddress,
  ofUri: PaymentTarget,
): boolean {
  const isToken = tokenContract !== undefined || cryptoName !== blockchains[blockchain].coin;
  return !isToken || ofUri.tokenContract !== null;
}
