import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { usualStatementFormat } from '../brands/statement-format.ts';
import type { Core } from '../core/core.ts';
import { parseConfig } from '../ground/config/config.ts';
import type { BankStatement, RequisiteRow } from '../ground/database/tables/requisites.ts';
import { addRequisite } from '../money/requisites/add-requisite.ts';
import { readStatement } from '../operator/statements/read-statement.ts';
import { stepStatement } from '../operator/statements/step-statements.ts';
import { storeStatement } from '../operator/statements/store-statement.ts';
import { sealPlayerData } from '../players/player-data.ts';
import { startServer } from '../start-server.ts';
import { buildRequisite } from './build-requisite.ts';
import { unknownDevice } from './order-players.ts';
import { type BankLine, writeCamt } from './write-camt.ts';

/** A server whose brand has accounts of its own, for measurements of statements. */
export interface StatementLoad {
  /** Adds bank accounts to the pool of the brand `kassa`, in account `own`. */
  addRequisites: (count: number) => Promise<RequisiteRow[]>;
  /** Gives the player of each open invoice the name of the payer of its amount. */
  namePlayers: () => Promise<void>;
  /**
   * Imports a camt.053 file of payments, as the endpoint does. Returns the statement when it is
   * finished, and the time from the file's bytes until then, in milliseconds.
   */
  importPayments: (
    requisite: RequisiteRow,
    payments: readonly { amount: string; booked: string }[],
  ) => Promise<{ statement: BankStatement; durationMs: number }>;
  stop: () => Promise<void>;
}

/** Starts a server on a database, without its recurring jobs. */
export async function startStatementLoad(settings: NodeJS.ProcessEnv): Promise<StatementLoad> {
  const config = parseConfig({ OPERATOR_PORT: '0', LOG_LEVEL: 'silent', ...settings });
  const runJobs = async () => ({ stop: async () => {} });
  const { core, stop } = await startServer(config, {}, { runJobs });
  return {
    addRequisites: async (count) => {
      const rows: RequisiteRow[] = [];
      for (let index = 0; index < count; index += 1) {
        const added = buildRequisite({ account: 'own' });
        const add = core.db.transaction();
        rows.push(await add.execute((tx) => addRequisite(core, tx, 'kassa', added)));
      }
      return rows;
    },
    namePlayers: async () => {
      const { rows } = await sql<{ id: string; amount: string }>`
        select deposit_id as id, amount::text as amount from requisite_reservations
        where freed_at is null`.execute(core.db);
      await core.db.transaction().execute(async (tx) => {
        for (const { id, amount } of rows) {
          const subject = { kind: 'deposit' as const, brandId: 'kassa', id };
          const data = { ...unknownDevice, profile: null, names: nameOf(amount) };
          await tx
            .updateTable('deposits')
            .set({ player_data_sealed: sealPlayerData(core.vault, subject, data) })
            .where('brand_id', '=', 'kassa')
            .where('id', '=', id)
            .execute();
        }
      });
    },
    importPayments: async (requisite, payments) => {
      const lines = payments.map(toBankLine);
      const file = Buffer.from(writeCamt('08', { accountNumber: 'DE00', lines }));
      const startedAt = performance.now();
      const statement = await importFile(core, requisite, file);
      return { statement, durationMs: performance.now() - startedAt };
    },
    stop,
  };
}

const toBankLine = ({ amount, booked }: { amount: string; booked: string }): BankLine => ({
  bankId: uuidv7().replaceAll('-', ''),
  amount,
  currency: 'EUR',
  booked,
  isCredit: true,
  isReversal: false,
  text: 'a payment',
  payerName: Object.values(nameOf(amount)).join(' '),
});

const nameOf = (amount: string) => ({ first: 'Payer', last: `No${amount.replace(/\D/g, '')}` });

async function importFile(
  core: Core,
  requisite: RequisiteRow,
  file: Buffer,
): Promise<BankStatement> {
  const read = await readStatement(file, { format: usualStatementFormat, currency: null });
  const digest = createHash('sha256').update(file).digest('hex');
  const added = { id: uuidv7(), requisite, read, reading: null, digest, actor: 'a measurement' };
  const { statement } = await core.db
    .transaction()
    .execute((tx) => storeStatement(core, tx, added));
  await stepStatement(core, statement, Number.POSITIVE_INFINITY);
  return core.db
    .selectFrom('bank_statements')
    .selectAll()
    .where('id', '=', statement.id)
    .executeTakeFirstOrThrow();
}
