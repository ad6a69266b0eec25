import { buildKeystoreSigner } from './keystore-signer.ts';
import { buildRemoteSigner } from './remote-signer.ts';
import type { SignerSettings } from './settings.ts';
import type { Signer } from './signer.ts';

export function buildSigner(settings: SignerSettings): Signer {
  return settings.kind === 'keystore' ? buildKeystoreSigner(settings) : buildRemoteSigner(settings);
}
