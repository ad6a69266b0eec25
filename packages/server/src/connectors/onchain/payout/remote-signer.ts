import { createHash } from 'node:crypto';
import { base64 } from '@scure/base';
import * as z from 'zod/mini';
import { type NetworkFailure, postSigned } from '../../../ground/signed-http/post-signed.ts';
import type { SignerSettings } from './settings.ts';
import type { Signer, SignRequest } from './signer.ts';

type RemoteSettings = Extract<SignerSettings, { kind: 'remote' }>;

const signedSchema = z.object({ raw: z.string().check(z.regex(/^(0x)?([0-9a-f]{2})+$/i)) });

/** The failures after which the request certainly wasn't read. */
const unsent: ReadonlySet<NetworkFailure> = new Set(['unreachable', 'insecure']);

/**
 * Builds a signer that asks a service of the operator's. The same request has the same
 * `webhook-id`, so that the service can give the answer that it gave before.
 */
export function buildRemoteSigner(endpoint: RemoteSettings): Signer {
  return {
    sign: async (request) => {
      const body = writeRequest(request);
      const id = `sign_${createHash('sha256').update(JSON.stringify(body)).digest('hex').slice(0, 32)}`;
      const answer = await postSigned(endpoint, { id, body });
      if (answer.kind === 'failed') {
        const detail = `the signer: ${answer.detail}`;
        return { kind: unsent.has(answer.failure) ? 'refused' : 'unanswered', detail };
      }
      const { status, json } = answer;
      const signed = status === 200 ? signedSchema.safeParse(json).data : undefined;
      if (signed !== undefined) return { kind: 'signed', raw: normalise(signed.raw, request) };
      const detail = `the signer: status ${status}`;
      // 403 is its word that it doesn't sign this.
      return { kind: status === 403 ? 'refused' : 'unanswered', detail };
    },
  };
}

/** Hex as the checks of its kind read it: services write it with and without `0x`. */
function normalise(raw: string, { kind }: SignRequest): string {
  const digits = raw.toLowerCase().replace(/^0x/, '');
  return kind === 'evm' ? `0x${digits}` : digits;
}

/** Amounts are strings in the smallest unit. */
function writeRequest(request: SignRequest) {
  const { withdrawalId, blockchain, from } = request;
  const about = { type: 'payout.sign', withdrawalId, blockchain, from };
  if (request.kind === 'psbt') return { ...about, psbt: base64.encode(request.psbt) };
  const { chainId, nonce, to, value, data, ...price } = request.transaction;
  return {
    ...about,
    transaction: {
      chainId,
      nonce,
      to,
      value: `${value}`,
      data,
      gas: `${price.gas}`,
      maxFeePerGas: `${price.maxFeePerGas}`,
      maxPriorityFeePerGas: `${price.maxPriorityFeePerGas}`,
    },
  };
}
