import { buildVault, type Vault } from '../ground/encryption/vault.ts';

/** Builds a vault like another one whose key ring has one more key, the first. */
export function withFirstKey(vault: Vault, key: { id: string; secret: Buffer }): Vault {
  const first = buildVault([key]);
  const openBytes: Vault['openBytes'] = (sealed, context) =>
    (sealed.startsWith(first.currentPrefix) ? first : vault).openBytes(sealed, context);
  return {
    ...first,
    openBytes,
    open: (...given) => openBytes(...given).toString('utf8'),
  };
}
