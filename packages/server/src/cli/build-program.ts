import tab from '@bomb.sh/tab/commander';
import { Command } from 'commander';
import { endpoints } from '../operator/dispatch/endpoints.ts';
import { buildEndpointCommand } from './endpoint-command.ts';
import { addBackup } from './local/backup.ts';
import { addKeyCommands } from './local/key-commands.ts';
import { addLedgerCheck } from './local/ledger-check.ts';
import { addMigrate } from './local/migrate.ts';
import { addWalletConformance } from './local/wallet-conformance.ts';
import type { Terminal } from './terminal/terminal.ts';

/** What each group of commands is about. */
const groups: Record<string, string> = {
  acts: 'the log of what operators did',
  bonuses: "players' bonuses",
  deposits: 'deposits',
  fields: 'payment details',
  keys: 'keys of the operator API, on the database of this machine',
  ledger: 'the books',
  methods: 'payment methods',
  notifications: 'what providers told',
  payments: 'money that arrived',
  players: "players' limits, blocks and personal data",
  reconcile: "Kassa's books against a provider's",
  wallet: "the operator's own wallet",
  webhooks: 'what operators are told',
  withdrawals: 'withdrawals',
};

/** The tree of all commands: one for each endpoint, and those that work on this machine itself. */
export function buildProgram(terminal: Terminal): Command {
  const program = new Command('kassa')
    .description('Operates Kassa. Most commands speak to the operator API of a running server.')
    .addHelpText('after', environmentHelp);
  addKeyCommands(terminal, requireGroup(program, 'keys'));
  addLedgerCheck(terminal, requireGroup(program, 'ledger'));
  addMigrate(terminal, program);
  addBackup(terminal, program);
  addWalletConformance(terminal, requireGroup(program, 'wallet'));
  for (const [name, endpoint] of endpoints) {
    for (const shape of [endpoint.command].flat()) {
      const [group = '', word] = shape.words.split(' ');
      const parent = word === undefined ? program : requireGroup(program, group);
      parent.addCommand(buildEndpointCommand(terminal, name, endpoint, shape));
    }
  }
  tab(program, { completionCommandName: 'completion' });
  direct(program, terminal);
  return program;
}

const environmentHelp = `
Environment:
  KASSA_OPERATOR_KEY  the key, from "kassa keys create"; never an argument
  KASSA_OPERATOR_URL  the server's origin; usually http://localhost:4100
  DATABASE_URL, KASSA_DATA, KASSA_CONFIG  for what works on this machine itself: keys, ledger check, migrate

Ends with 0 when done, 1 when refused or found wrong, 2 when written wrong, 3 when the server is silent.`;

function requireGroup(program: Command, name: string): Command {
  const existing = program.commands.find((command) => command.name() === name);
  return existing ?? program.command(name).description(groups[name] ?? '');
}

/** Sends every command's words to the terminal, and its end to the caller. */
function direct(command: Command, terminal: Terminal): void {
  command.exitOverride().configureOutput({
    writeOut: (text) => terminal.output.write(text),
    writeErr: (text) => terminal.errors.write(text),
  });
  for (const child of command.commands) direct(child, terminal);
}
