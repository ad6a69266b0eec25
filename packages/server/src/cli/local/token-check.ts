import type { Command } from 'commander';
import * as z from 'zod/mini';
import { brandConfigSchema } from '../../brands/brand-config.ts';
import { checkToken, type TokenFinding } from '../../players/check-token.ts';
import { tokenFaults } from '../../players/token-faults.ts';
import { plainJson, plainText } from '../terminal/print.ts';
import { askSecret, CliError, type Terminal } from '../terminal/terminal.ts';
import { loadSetting } from './load-setting.ts';

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
      const brands = await loadSetting(
        terminal.environment,
        'token',
        z.pick(brandConfigSchema, { token: true }),
        brand,
      );
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

function formatFinding({ subject, found, fault, warning }: TokenFinding): string {
  const line = plainText(`${subject}: ${found}`);
  if (warning !== undefined) return `! ${line}, left out\n    expected ${warning}`;
  return fault === null ? `✓ ${line}` : `✗ ${line}\n    ${fault}: expected ${tokenFaults[fault]}`;
}
