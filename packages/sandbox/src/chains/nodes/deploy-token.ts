import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import * as z from 'zod/mini';

/*
 * The calls of a token's contract, in hex: each argument is a word of 32 bytes (the contract ABI of
 * Solidity). So few are needed that the sandbox has no library for them.
 */

const artifactSchema = z.object({ bytecode: z.string().check(z.regex(/^0x[0-9a-f]+$/)) });

/** Returns the code that deploys a contract of OpenZeppelin 4, without its constructor's arguments. */
export function readContract(name: string): string {
  const path = `@openzeppelin/contracts/build/contracts/${name}.json`;
  const text = readFileSync(createRequire(import.meta.url).resolve(path), 'utf8');
  return artifactSchema.parse(JSON.parse(text)).bytecode;
}

/** More than any test pays. */
const supply = 10n ** 24n;

/**
 * Returns the data of the transaction that deploys an ERC-20 token, all of which is its owner's.
 *
 * It is OpenZeppelin's `ERC20PresetFixedSupply`, whose `decimals()` says 18, and that can't be set.
 * Payments are in the smallest unit, and what a unit is worth, is Kassa's setting: so it serves as a
 * stablecoin of 6 decimals, too. Kassa never asks the contract; only a wallet would show other
 * amounts.
 */
export function encodeDeployment(owner: string): string {
  const name = 'Test token';
  const symbol = 'TEST';
  // The texts follow the four words of the arguments, which say where; each has its length first.
  const words = [4n * 32n, 6n * 32n, supply, BigInt(owner)].map(toWord);
  const texts = [name, symbol].flatMap((text) => [toWord(BigInt(text.length)), toTextWord(text)]);
  return readContract('ERC20PresetFixedSupply') + [...words, ...texts].join('');
}

/** Returns the data of `transfer(address,uint256)`. */
export function encodeTransfer(to: string, units: bigint): string {
  return `0xa9059cbb${toWord(BigInt(to))}${toWord(units)}`;
}

function toWord(value: bigint): string {
  return value.toString(16).padStart(64, '0');
}

/** At most 32 bytes. */
function toTextWord(text: string): string {
  return Buffer.from(text).toString('hex').padEnd(64, '0');
}
