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
 * Where the compiled token answers `decimals()`: it takes the free memory's address, pushes 18 as
 * one byte, stores it and goes on.
 */
const decimalsCode = /(?<=604051)6012(?=8152602001)/g;

/**
 * Returns the data of the transaction that deploys an ERC-20 token, all of which is its owner's.
 *
 * It is OpenZeppelin's `ERC20PresetFixedSupply`, whose `decimals()` always says 18. A token with
 * others would be a contract of its own, which nothing here compiles; so the number is written into
 * the compiled code, in the place of the other one.
 * @param decimals - 0 to 255
 */
export function encodeDeployment(owner: string, decimals: number): string {
  const name = 'Test token';
  const symbol = 'TEST';
  // The texts follow the four words of the arguments, which say where; each has its length first.
  const words = [4n * 32n, 6n * 32n, supply, BigInt(owner)].map(toWord);
  const texts = [name, symbol].flatMap((text) => [toWord(BigInt(text.length)), toTextWord(text)]);
  return (
    setDecimals(readContract('ERC20PresetFixedSupply'), decimals) + [...words, ...texts].join('')
  );
}

/** @throws if the code has another form than that of OpenZeppelin 4.9.6 */
function setDecimals(code: string, decimals: number): string {
  const places = code.match(decimalsCode)?.length ?? 0;
  if (places !== 1)
    throw new Error(`the token's code tells its decimals at ${places} places, not 1`);
  return code.replace(decimalsCode, `60${decimals.toString(16).padStart(2, '0')}`);
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
