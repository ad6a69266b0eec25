import { type Command, Option } from 'commander';
import { checkWallet } from '../../money/wallet/http/conformance/check-wallet.ts';
import { plainJson, plainText } from '../terminal/print.ts';
import { askSecret, CliError, type Terminal } from '../terminal/terminal.ts';

interface Options {
  url: string;
  player: string;
  currency: string;
  timeoutMs: string;
  json?: boolean;
}

/** `kassa wallet conformance`: asks an operator's wallet as Kassa would, and tells of every rule. */
export function addWalletConformance(terminal: Terminal, wallet: Command): void {
  wallet
    .command('conformance')
    .description('Try a wallet of yours with a test player: does it keep every rule?')
    .requiredOption('--url <address>', 'where the wallet is asked')
    .requiredOption('--player <id>', 'a player for tests alone: money comes and goes')
    .requiredOption('--currency <code>', 'of an account of theirs')
    .addOption(
      new Option('--timeout-ms <milliseconds>', 'how long an answer may take').default('5000'),
    )
    .option('--json', 'the results as JSON')
    .addHelpText('after', '\nThe signing secret is taken from KASSA_WALLET_SECRET, or asked for.')
    .action(async ({ url, player, currency, timeoutMs, json }: Options) => {
      const target = {
        url: requireAddress(url),
        secret: terminal.environment.KASSA_WALLET_SECRET || (await askSecret(terminal, 'secret')),
        playerId: player,
        currency,
        timeoutMs: requireCount(timeoutMs),
      };
      if (!target.secret.startsWith('whsec_')) {
        throw new CliError('usage', 'A signing secret begins with whsec_.');
      }
      const results = [];
      for await (const result of checkWallet(target)) {
        results.push(result);
        if (json) continue;
        const { name, isKept, detail } = result;
        terminal.output.write(
          isKept ? `✓ ${name}\n` : `✗ ${name}\n    ${plainText(String(detail))}\n`,
        );
      }
      if (json) terminal.output.write(`${plainJson({ results })}\n`);
      const broken = results.filter(({ isKept }) => !isKept).length;
      if (broken > 0)
        throw new CliError('refused', `${broken} of ${results.length} rules are broken.`);
    });
}

function requireAddress(url: string): string {
  if (/^https?:$/.test(URL.parse(url)?.protocol ?? '')) return url;
  throw new CliError('usage', `"${url}" is no address such as https://wallet.example.com/kassa`);
}

function requireCount(text: string): number {
  if (/^\d{1,6}$/.test(text) && Number(text) > 0) return Number(text);
  throw new CliError('usage', `"${text}" is no number of milliseconds`);
}
