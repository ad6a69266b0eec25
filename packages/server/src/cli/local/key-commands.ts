import { userInfo } from 'node:os';
import { type Command, Option } from 'commander';
import type { Db, Tx } from '../../ground/database/connect.ts';
import { makeReference } from '../../ground/make-reference.ts';
import { type Act, recordAct } from '../../operator/acts/record-act.ts';
import {
  createKey,
  defaultGraceSeconds,
  describeKey,
  newKeySchema,
  revocationSchema,
  revokeKey,
  rotateKey,
  rotationSchema,
} from '../../operator/keys/keys.ts';
import { OperatorError } from '../../operator/operator-error.ts';
import { decodeTexts, parseRequest } from '../../operator/parse-request.ts';
import { type Operator, scopeNames } from '../../operator/scopes.ts';
import { formatAnswer, plainJson } from '../terminal/print.ts';
import { confirm, type Terminal } from '../terminal/terminal.ts';
import { chooseBrand, withDatabase } from './open-database.ts';

/**
 * Adds `kassa keys …`, which works on the database itself, since the first key can't come from the
 * API. Any user with access to the database may run it; the log of acts names the user's account.
 */
export function addKeyCommands(terminal: Terminal, keys: Command): void {
  addList(terminal, keys);
  addCreate(terminal, keys);
  addRotate(terminal, keys);
  addRevoke(terminal, keys);
}

const brandOption = ['--brand <product>', 'the brand; optional if there is only one'] as const;

function addList(terminal: Terminal, keys: Command): void {
  keys
    .command('list')
    .description('List the keys of a brand.')
    .option(...brandOption)
    .option('--json', 'as JSON')
    .action(async ({ brand, json }: { brand?: string; json?: boolean }) => {
      const brandId = chooseBrand(terminal.environment, brand);
      const rows = await withDatabase(terminal.environment, (db) => listKeys(db, brandId));
      const items = rows.map((row) => describeKey(row, new Date()));
      print(terminal, { items }, json);
    });
}

function listKeys(db: Db, brandId: string) {
  return db
    .selectFrom('operator_keys')
    .selectAll()
    .where('brand_id', '=', brandId)
    .orderBy('id', 'desc')
    .execute();
}

interface CreateOptions {
  brand?: string;
  name: string;
  scopes: string[];
  expiresAt?: string;
  json?: boolean;
}

function addCreate(terminal: Terminal, keys: Command): void {
  keys
    .command('create')
    .description('Create a key and show its secret, which is shown only once.')
    .option(...brandOption)
    .requiredOption('--name <name>', 'the user or system of the key')
    .addOption(
      new Option('--scopes <scope...>', 'the scopes of the key')
        .choices(['all', ...scopeNames])
        .makeOptionMandatory(),
    )
    .option('--expires-at <moment>', 'when the key expires, such as 2027-01-31T00:00:00Z')
    .option('--json', 'as JSON')
    .action(async ({ brand, json, ...given }: CreateOptions) => {
      const brandId = chooseBrand(terminal.environment, brand);
      const scopes = given.scopes.includes('all') ? scopeNames : given.scopes;
      const request = parseRequest(newKeySchema, { ...given, scopes });
      const created = await act(terminal, brandId, 'keys-create', request, async (tx, operator) => {
        const expiresAt = request.expiresAt === undefined ? null : new Date(request.expiresAt);
        const { id, text } = await createKey(tx, {
          ...request,
          brandId,
          expiresAt,
          createdBy: operator.actor,
          createdByKey: operator.keyId,
          now: new Date(),
        });
        const after = { name: request.name, scopes: request.scopes };
        return { id, answer: { id, key: text }, after };
      });
      print(terminal, created, json);
    });
}

function addRotate(terminal: Terminal, keys: Command): void {
  keys
    .command('rotate <keyId>')
    .description('Give a key a new secret; the old one stays valid for a while.')
    .option(...brandOption)
    .option(
      '--grace-seconds <seconds>',
      'how long the old secret stays valid, 0 for not at all',
      String(defaultGraceSeconds),
    )
    .option('--json', 'as JSON')
    .action(async (keyId: string, { brand, graceSeconds, json }) => {
      const brandId = chooseBrand(terminal.environment, brand);
      const texts = decodeTexts(rotationSchema, { keyId, graceSeconds });
      const request = parseRequest(rotationSchema, texts);
      const rotated = await act(terminal, brandId, 'keys-rotate', request, async (tx, operator) => {
        const rotation = { brandId, id: keyId, by: operator, now: new Date() };
        const { text, previousUntil } = await rotateKey(tx, { ...request, ...rotation });
        const after = { previousUntil: previousUntil.toISOString() };
        return { id: keyId, answer: { id: keyId, key: text, ...after }, after };
      });
      print(terminal, rotated, json);
    });
}

function addRevoke(terminal: Terminal, keys: Command): void {
  keys
    .command('revoke <keyId>')
    .description('Revoke a key at once.')
    .option(...brandOption)
    .requiredOption('--reason <text>', 'the reason')
    .option('--yes', 'skip the confirmation')
    .option('--json', 'as JSON')
    .action(async (keyId: string, { brand, reason, yes, json }) => {
      const brandId = chooseBrand(terminal.environment, brand);
      const request = parseRequest(revocationSchema, { keyId, reason });
      if (yes !== true) await confirm(terminal, `Revoke the key ${keyId} of ${brandId} at once.`);
      const revoked = await act(terminal, brandId, 'keys-revoke', request, async (tx) => {
        const made = await revokeKey(tx, { brandId, id: keyId, now: new Date() });
        const after = { state: 'revoked' };
        return { id: keyId, answer: { id: keyId, ...after, stillOpen: made }, after };
      });
      print(terminal, revoked, json);
    });
}

interface KeyAct {
  id: string;
  answer: object;
  after: Act['after'];
}

/** Changes a key and writes the log of acts in one transaction; rejected changes are logged too. */
async function act(
  terminal: Terminal,
  brandId: string,
  action: string,
  request: { keyId: string } | { name: string },
  change: (tx: Tx, operator: Operator) => Promise<KeyAct>,
): Promise<object> {
  const operator: Operator = {
    brandId,
    keyId: null,
    actor: `command line of ${userInfo().username}`,
    scopes: new Set(scopeNames),
    expiresAt: null,
    requestId: makeReference('KR'),
  };
  return withDatabase(terminal.environment, async (db) => {
    const log = { action, request, errorCode: null };
    try {
      return await db.transaction().execute(async (tx) => {
        const { id, answer, after } = await change(tx, operator);
        const subject = { kind: 'key', id };
        await recordAct(tx, operator, { ...log, outcome: 'done', subject, after });
        return answer;
      });
    } catch (error) {
      if (error instanceof OperatorError) {
        const { code: errorCode } = error;
        const subject = 'keyId' in request ? { kind: 'key', id: request.keyId } : null;
        await recordAct(db, operator, { ...log, outcome: 'refused', errorCode, subject });
      }
      throw error;
    }
  });
}

function print(terminal: Terminal, answer: object, json: boolean | undefined): void {
  terminal.output.write(`${json ? plainJson(answer) : formatAnswer(answer)}\n`);
}
