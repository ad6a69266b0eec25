import { keccak256, toEventSelector } from 'viem/utils';

/** The first topic of a token's log of a transfer. */
export const transferTopic = toEventSelector('event Transfer(address,address,uint256)');

/** The bits of a block's bloom filter that its logs of transfers set (yellow paper, 4.3.1). */
const transferBits = [2, 6, 10].map(
  (place) => Number(`0x${keccak256(transferTopic).slice(place, place + 4)}`) % 2048,
);

/**
 * Whether a block may hold logs of transfers. False is certain; true may be chance.
 * @param logsBloom - 256 bytes, in hex
 */
export function mayHoldTransfers(logsBloom: string): boolean {
  // The last digit of the text holds the bits 0 to 3.
  return transferBits.every((bit) => {
    const digit = Number(`0x${logsBloom.at(-1 - Math.floor(bit / 4))}`);
    return ((digit >> (bit % 4)) & 1) === 1;
  });
}
