import type { Command } from 'commander';
import { loadTokenSettings } from '../../brands/load-token-settings.ts';
import { parseConfig } from '../../ground/config/config.ts';
import { checkToken, type TokenFinding } from '../../players/check-token.ts';
import { tokenFaults } from '../../players/token-faults.ts';
import { plainJson, plainText } from '../terminal/print.ts';
import { askSecret, CliError, type Terminal } from '../terminal/terminal.ts';

/**
 * Adds `kassa token check`, which makes every check of a player token with the brands' files of
 * this machine, and says what is wrong with it. The token is printed nowhere.
 */
export function addTokenCheck(terminal: Terminal, token: Command): void {
  token
    .command('check [token]')
    .description(
      'Say what is wrong with a player token; without the token it is read from the input.',
    )
    .option('--brand <product>', 'the brand that the token should be for')
    .option('--json', 'the results as JSON')
    .addHelpText('after', '\nAn argument stays in the history of the shell: prefer the input.')
    .action(async (argument: string | undefined, { brand, json }: Options) => {
      const given =
        argument === undefined || argument === '-' ? await askSecret(terminal, 'token') : argument;
      const brands = await loadBrandsOf(terminal.environment, brand);
      const findings = await checkToken(given.replace(/^Bearer /i, '').trim(), brands, new Date());
      if (json) terminal.output.write(`${plainJson({ findings })}\n`);
      else terminal.output.write(findings.map((finding) => `${formatFinding(finding)}\n`).join(''));
      const faults = findings.flatMap(({ fault }) => fault ?? []);
      if (faults.length > 0) {
        throw new CliError('refused', `The server rejects this token: ${faults.join(', ')}.`);
      }
      if (!json) terminal.output.write(`${accepted}\n`);
    });
}

/** The command reads no database, so it doesn't know the revocations. */
const accepted =
  "The server accepts this token, unless it was revoked: revocations aren't checked here.";

interface Options {
  brand?: string;
  json?: boolean;
}

async function loadBrandsOf(environment: NodeJS.ProcessEnv, brand: string | undefined) {
  const { configFolder } = parseConfig(environment);
  const brands = await loadTokenSettings(configFolder, environment, brand).catch((error: Error) => {
    throw new CliError('usage', `The brands can't be read:\n${error.message}`);
  });
  if (brands.length > 0) return brands;
  throw new CliError('usage', `There is no brand "${brand}" in ${configFolder}.`);
}

function formatFinding({ subject, found, fault, warning }: TokenFinding): string {
  const line = plainText(`${subject}: ${found}`);
  if (warning !== undefined) return `! ${line}, left out\n    expected ${warning}`;
  return fault === null ? `✓ ${line}` : `✗ ${line}\n    ${fault}: expected ${tokenFaults[fault]}`;
}
