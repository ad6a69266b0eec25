import { readFile } from 'node:fs/promises';
import { hex } from '@scure/base';
import { privateKeyToAccount } from 'viem/accounts';
import { KeystoreError, readKeystore } from './read-keystore.ts';
import type { SignerSettings } from './settings.ts';
import { readPsbt } from './signed-psbt.ts';
import type { SignAnswer, Signer, SignRequest } from './signer.ts';

type KeystoreSettings = Extract<SignerSettings, { kind: 'keystore' }>;

/** Builds a signer whose key is in an encrypted file; it is read when it is needed first. */
export function buildKeystoreSigner(settings: KeystoreSettings): Signer {
  let known: Promise<Uint8Array> | null = null;
  const loadKey = () => {
    known ??= openKey(settings).catch((error: unknown) => {
      // A corrected file or password counts without a restart.
      known = null;
      throw error;
    });
    return known;
  };
  return {
    sign: async (request) => {
      try {
        return { kind: 'signed', raw: await signWith(await loadKey(), request) };
      } catch (error) {
        return refuse(error);
      }
    },
  };
}

async function openKey({ file, password, passwordFile }: KeystoreSettings): Promise<Uint8Array> {
  const text = await readFile(file, 'utf8');
  const secret = passwordFile === undefined ? password : await readFile(passwordFile, 'utf8');
  return readKeystore(text, (secret ?? '').replace(/\r?\n$/, ''));
}

async function signWith(key: Uint8Array, request: SignRequest): Promise<string> {
  if (request.kind === 'evm') {
    const account = privateKeyToAccount(`0x${hex.encode(key)}`);
    return account.signTransaction({ type: 'eip1559', ...request.transaction });
  }
  const transaction = readPsbt(request.psbt);
  transaction.sign(key);
  transaction.finalize();
  return hex.encode(transaction.extract());
}

/** Without its text, which might hold parts of what was read. */
function refuse(error: unknown): SignAnswer {
  if (error instanceof KeystoreError) return { kind: 'refused', detail: error.message };
  const code =
    typeof error === 'object' && error !== null && 'code' in error
      ? ` (${String(error.code)})`
      : '';
  const detail = code === '' ? "the wallet's key can't sign it" : `its file can't be read${code}`;
  return { kind: 'refused', detail };
}
