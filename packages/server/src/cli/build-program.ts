import tab from '@bomb.sh/tab/commander';
import { Command } from 'commander';
import { endpoints } from '../operator/dispatch/endpoints.ts';
import { buildEndpointCommand } from './endpoint-command.ts';
import { addBackup } from './local/backup.ts';
import { addKeyCommands } from './local/key-commands.ts';
import { addLedgerCheck } from './local/ledger-check.ts';
import { addMigrate } from './local/migrate.ts';
import { addReceiptVerify } from './local/receipt-verify.ts';
import { addTokenCheck } from './local/token-check.ts';
import { addWalletConformance } from './local/wallet-conformance.ts';
import type { Terminal } from './terminal/terminal.ts';

/** The description of each group of commands. */
const groups: Record<string, string> = {
  acts: 'the log of what operators did',
  bonuses: "players' bonuses",
  'chain-addresses': "players' addresses on chains",
  'chain-payments': "payments to players' addresses on chains",
  chains: 'the chains that your accounts take money on',
  claims: "players' claims that they have paid and nothing was credited",
  deposits: 'deposits',
  fields: 'payment details',
  keys: 'keys of the operator API, on the database of this machine',
  ledger: 'the ledger',
  methods: 'payment methods',
  notifications: 'notifications of providers',
  'pending-acts': 'acts that wait for the approval of a second key',
  payments: 'receipts of deposits',
  'payout-files': 'files of payouts for banks without an API, and their answers',
  players: "players' limits, blocks and personal data",
  receipt: "players' receipts",
  reconcile: 'reconciliation of the ledger with a provider',
  requisites: 'your own accounts, which players pay into',
  token: 'player tokens',
  wallet: "the operator's own wallet",
  webhooks: 'webhooks to operators',
  withdrawals: 'withdrawals',
};

/** Builds all commands: one for each endpoint, and those that work on this machine's database. */
export function buildProgram(terminal: Terminal): Command {
  const program = new Command('kassa')
    .description('Operates Kassa. Most commands call the operator API of a running server.')
    .addHelpText('after', environmentHelp);
  addKeyCommands(terminal, requireGroup(program, 'keys'));
  addLedgerCheck(terminal, requireGroup(program, 'ledger'));
  addMigrate(terminal, program);
  addBackup(terminal, program);
  addTokenCheck(terminal, requireGroup(program, 'token'));
  addReceiptVerify(terminal, requireGroup(program, 'receipt'));
  addWalletConformance(terminal, requireGroup(program, 'wallet'));
  for (const [name, endpoint] of endpoints) {
    for (const shape of [endpoint.command].flat()) {
      const [group = '', word] = shape.words.split(' ');
      const parent = word === undefined ? program : requireGroup(program, group);
      parent.addCommand(buildEndpointCommand(terminal, name, endpoint, shape));
    }
  }
  tab(program, { completionCommandName: 'completion' });
  redirectOutput(program, terminal);
  return program;
}

const environmentHelp = `
Environment:
  KASSA_OPERATOR_KEY  the key, from "kassa keys create"; never as an argument
  KASSA_OPERATOR_URL  the origin of the operator API; http://localhost:4110 by default
  DATABASE_URL, KASSA_DATA, KASSA_CONFIG  for commands on the local database: keys, ledger check, migrate; KASSA_CONFIG also for token check and receipt verify

Exit codes: 0 done, 1 rejected or problems found, 2 invalid command, 3 no response from the server.`;

function requireGroup(program: Command, name: string): Command {
  const existing = program.commands.find((command) => command.name() === name);
  return existing ?? program.command(name).description(groups[name] ?? '');
}

/**
 * Redirects the output of every command to the terminal, and makes commands throw instead of exit.
 */
function redirectOutput(command: Command, terminal: Terminal): void {
  command.exitOverride().configureOutput({
    writeOut: (text) => terminal.output.write(text),
    writeErr: (text) => terminal.errors.write(text),
  });
  for (const child of command.commands) redirectOutput(child, terminal);
}
