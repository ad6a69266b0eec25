import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import type { JWK } from 'jose';
import * as z from 'zod/mini';
import { brandConfigSchema } from '../../brands/brand-config.ts';
import {
  findSigned,
  publicKeysOf,
  readUnverified,
  verifyReceipt,
} from '../../brands/receipt-keys.ts';
import { formatAnswer, plainJson, plainText } from '../terminal/print.ts';
import { CliError, type Terminal } from '../terminal/terminal.ts';
import { loadSetting } from './load-setting.ts';

/**
 * Adds `kassa receipt verify`, which verifies the signature in a player's receipt and prints the
 * signed facts: the words around them in the file aren't signed.
 */
export function addReceiptVerify(terminal: Terminal, receipt: Command): void {
  receipt
    .command('verify <file>')
    .description("Verify a player's receipt and show what is signed; - reads it from the input.")
    .option(
      '--key <keys>',
      "the brand's public keys: the address of its JWK Set, or a file with it",
    )
    .option('--json', 'the result as JSON')
    .addHelpText(
      'after',
      "\nWithout --key the brand's keys come from the brands' files of this machine.",
    )
    .action(async (file: string, { key, json }: { key?: string; json?: boolean }) => {
      const signed = findSigned(await readText(terminal, file));
      if (signed === null)
        throw new CliError('refused', 'The file has no signed receipt, or several.');
      const payload = readUnverified(signed);
      const keys = key === undefined ? await loadOwnKeys(terminal, payload) : await loadKeys(key);
      const result = await verifyReceipt(signed, keys);
      if (json) terminal.output.write(`${plainJson(result)}\n`);
      if (!result.isValid) {
        throw new CliError('refused', `The receipt is not valid: ${plainText(result.problem)}.`);
      }
      if (json) return;
      terminal.output.write(
        `${formatAnswer(result.payload)}\n✓ Valid: signed by the key ${plainText(result.kid)}.\n${note}\n`,
      );
    });
}

const note = 'Only these facts are signed. Compare them with the words in the file.';

async function readText({ input }: Terminal, file: string): Promise<string> {
  if (file !== '-') {
    return readFile(file, 'utf8').catch((error: Error) => {
      throw new CliError('usage', `The file can't be read: ${error.message}`);
    });
  }
  let text = '';
  for await (const chunk of input) text += String(chunk);
  return text;
}

const brandOfSchema = z.object({ brand: z.string() });

/** Loads the keys of the brand that the receipt names, from the brands' files. */
async function loadOwnKeys({ environment }: Terminal, payload: unknown): Promise<JWK[]> {
  const named = brandOfSchema.safeParse(payload);
  if (!named.success) throw new CliError('refused', 'The receipt is not valid: it names no brand.');
  const schema = z.pick(brandConfigSchema, { receipts: true });
  const [brand] = await loadSetting(environment, 'receipts', schema, named.data.brand);
  return publicKeysOf(brand?.receipts ?? null);
}

const keysSchema = z.object({
  keys: z.array(z.looseObject({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string() })),
});

/** Loads a JWK Set from a web address or a file. */
async function loadKeys(place: string): Promise<JWK[]> {
  try {
    const text = /^https?:/.test(place)
      ? await (await fetch(place, { signal: AbortSignal.timeout(10_000) })).text()
      : await readFile(place, 'utf8');
    return keysSchema.parse(JSON.parse(text)).keys.map(({ kty, crv, x }) => ({ kty, crv, x }));
  } catch {
    throw new CliError('usage', `There are no Ed25519 keys (JWK Set) at ${plainText(place)}.`);
  }
}
