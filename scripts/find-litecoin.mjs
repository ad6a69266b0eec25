import { findProgram, listMissing } from './find-program.mjs';

/** The Debian package of the program. */
export const litecoinPackages = ['litecoind'];

/** Finds Litecoin Core, a real node for tests of chains; lists it as missing otherwise. */
export function findLitecoin() {
  return { missing: listMissing({ litecoind: findProgram('litecoind') }) };
}
