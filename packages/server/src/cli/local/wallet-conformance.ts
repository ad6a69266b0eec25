import { type Command, Option } from 'commander';
import { checkWallet } from '../../money/wallet/http/conformance/check-wallet.ts';
import { plainJson, plainText } from '../terminal/print.ts';
import { askSecret, CliError, type Terminal } from '../terminal/terminal.ts';

interface Options {
  url: string;
  player: string;
  otherPlayer?: string;
  currency: string;
  brand: string;
  timeoutMs: string;
  json?: boolean;
}

/**
 * Adds `kassa wallet conformance`, which calls an operator's wallet like Kassa does, and reports on
 * every rule.
 */
export function addWalletConformance(terminal: Terminal, wallet: Command): void {
  wallet
    .command('conformance')
    .description('Test with a test player whether your wallet keeps every rule.')
    .requiredOption('--url <address>', 'the URL of the wallet')
    .requiredOption('--player <id>', 'a player only for tests, whose balance will change')
    .requiredOption('--currency <code>', "the currency of the player's account")
    .option('--other-player <id>', 'another player of the wallet, who keeps their balance')
    .addOption(new Option('--brand <product>', 'the brand that the requests name').default('kassa'))
    .addOption(
      new Option('--timeout-ms <milliseconds>', 'the timeout of a request').default('5000'),
    )
    .option('--json', 'the results as JSON')
    .addHelpText(
      'after',
      '\nThe signing secret is read from KASSA_WALLET_SECRET, or from the input.',
    )
    .action(async ({ url, player, otherPlayer, currency, brand, timeoutMs, json }: Options) => {
      const target = {
        url: requireAddress(url),
        secret: await readSecret(terminal),
        playerId: player,
        otherPlayerId: otherPlayer ?? null,
        currency,
        brand,
        timeoutMs: requireCount(timeoutMs),
      };
      const results = [];
      for await (const result of checkWallet(target)) {
        results.push(result);
        if (json) continue;
        const { name, isKept, detail } = result;
        const mark = !isKept ? '✗' : detail === null ? '✓' : '!';
        const remark = detail === null ? '' : `    ${plainText(detail)}\n`;
        terminal.output.write(`${mark} ${name}\n${remark}`);
      }
      if (json) terminal.output.write(`${plainJson({ results })}\n`);
      const broken = results.filter(({ isKept }) => !isKept).length;
      if (results.length === 1) {
        throw new CliError('refused', 'Without a profile no other rule can be checked.');
      }
      if (broken > 0) {
        throw new CliError('refused', `${broken} of ${results.length} rules are broken.`);
      }
      if (!json) terminal.output.write(`${results.length} rules are kept.\n`);
    });
}

async function readSecret(terminal: Terminal): Promise<string> {
  const secret =
    terminal.environment.KASSA_WALLET_SECRET || (await askSecret(terminal, 'signing secret'));
  if (secret.startsWith('whsec_')) return secret;
  const message =
    secret === ''
      ? "Set KASSA_WALLET_SECRET to the wallet's signing secret."
      : 'The signing secret must begin with whsec_: see KASSA_WALLET_SECRET.';
  throw new CliError('usage', message);
}

function requireAddress(url: string): string {
  if (/^https?:$/.test(URL.parse(url)?.protocol ?? '')) return url;
  throw new CliError('usage', `"${url}" is not a URL such as https://wallet.example.com/kassa`);
}

function requireCount(text: string): number {
  if (/^\d{1,6}$/.test(text) && Number(text) > 0) return Number(text);
  throw new CliError('usage', `"${text}" is not a number of milliseconds`);
}
