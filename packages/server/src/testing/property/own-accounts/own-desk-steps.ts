import { choose } from '../choose.ts';
import { attacker, type StepOf } from './history-steps.ts';
import type { Doer } from './judge.ts';
import { keep, requireAccount, upload } from './own-bank-steps.ts';
import type { HistoryWorld } from './own-history.ts';
import { ask } from './own-world.ts';

const byBank: Doer = { kind: 'bank' };
const reason = 'as found';

/** An operator uploads a statement that they have typed, for deposits of an attacker. */
export async function takeInvent(
  world: HistoryWorld,
  { invoices: indices, hasReference, by }: StepOf<'invent'>,
): Promise<Doer> {
  const { forger, seen } = world;
  const owned = world.invoices.filter(({ player }) => player === world.players[attacker]);
  const chosen = indices.flatMap((index) => choose(owned, index) ?? []);
  const accountId = chosen[0]?.accountId;
  if (accountId === undefined) return byBank;
  const lines = [...new Set(chosen)]
    .filter((invoice) => invoice.accountId === accountId)
    .map(({ player, ...invoice }) =>
      keep(world, {
        account: requireAccount(world, accountId),
        amount: invoice.amount,
        currency: invoice.currency,
        ownerId: player.caller.playerId,
        depositId: invoice.depositId,
        payerName: `${player.person.first} ${player.person.last}`,
        payerAccount: player.person.iban,
        text: hasReference ? invoice.reference : null,
        isInvented: true,
      }),
    );
  seen.add('a typed statement');
  await upload(world, forger, lines, by, 'plain');
  return { kind: 'file', operator: forger };
}

/** Loads the transfers that wait for a person, oldest first, with what is true of them. */
async function loadWaiting({ db, brandId, transfers }: HistoryWorld) {
  const rows = await db
    .selectFrom('bank_transfers')
    .select(['id', 'bank_reference'])
    .where('brand_id', '=', brandId)
    .where('status', '=', 'review')
    .orderBy('id')
    .execute();
  return rows.flatMap(({ id, bank_reference }) => {
    const number = Number(/^[ncx](\d+)/.exec(bank_reference)?.[1]);
    const truth = transfers[number - 1];
    return truth === undefined ? [] : [{ id, truth }];
  });
}

/** A desk assigns what waits: to the deposit that it is for, or to any. */
export async function takeAssign(
  world: HistoryWorld,
  { transfer: index, to, invoice, desk }: StepOf<'assign'>,
): Promise<Doer> {
  const operator = world.desks[desk === 0 ? 0 : 1];
  const waiting = (await loadWaiting(world)).filter(
    ({ truth }) => truth.ownerId !== null && !truth.isInvented,
  );
  const chosen = choose(waiting, index);
  if (chosen === undefined) return byBank;
  const any = choose(world.invoices, invoice)?.depositId;
  const depositId = to === 'right' ? chosen.truth.depositId : any;
  const input = { transferId: chosen.id, depositId, reason };
  const { status } = await ask(world, operator, 'bank-transfers-assign', input);
  world.seen.add(`assigned: ${status}`);
  return { kind: 'person', operator };
}

/** The operator who has typed a statement assigns what waits of it. */
export async function takeAssignInvented(
  world: HistoryWorld,
  { transfer: index }: StepOf<'assignInvented'>,
): Promise<Doer> {
  const { forger } = world;
  const waiting = (await loadWaiting(world)).filter(({ truth }) => truth.isInvented);
  const chosen = choose(waiting, index);
  if (chosen === undefined) return byBank;
  const input = { transferId: chosen.id, depositId: chosen.truth.depositId, reason };
  const { status } = await ask(world, forger, 'bank-transfers-assign', input);
  world.seen.add(`assigned by their typist: ${status}`);
  return { kind: 'person', operator: forger };
}

/** A desk dismisses what is nobody's payment. */
export async function takeDismiss(
  world: HistoryWorld,
  { transfer: index }: StepOf<'dismiss'>,
): Promise<Doer> {
  const waiting = (await loadWaiting(world)).filter(
    ({ truth }) => truth.ownerId === null || truth.isInvented,
  );
  const chosen = choose(waiting, index);
  if (chosen === undefined) return byBank;
  const [operator] = world.desks;
  await ask(world, operator, 'bank-transfers-dismiss', { transferId: chosen.id, reason });
  return { kind: 'person', operator };
}

/** A desk has seen a payment at the bank, and confirms it. */
export async function takeConfirm(
  world: HistoryWorld,
  { transfer: index }: StepOf<'confirm'>,
): Promise<Doer> {
  const [operator] = world.desks;
  const paid = world.transfers.filter((it) => it.ownerId !== null && !it.isInvented);
  const chosen = choose(paid, index);
  if (chosen === undefined || chosen.isConfirmed === true) return byBank;
  const { depositId, amount, currency } = chosen;
  const input = { depositId, amount, currency, reason };
  const { status } = await ask(world, operator, 'deposits-confirm', input);
  if (status < 300) chosen.isConfirmed = true;
  world.seen.add(`confirmed: ${status}`);
  return { kind: 'person', operator };
}

/** A second key approves what waits for it: an act, or the lines of a statement of the bank. */
export async function takeApprove(
  world: HistoryWorld,
  { pending: index }: StepOf<'approve'>,
): Promise<Doer> {
  const { db, brandId, desks, seen } = world;
  const acts = await db
    .selectFrom('pending_acts')
    .select(['id', 'proposed_by_key'])
    .where('brand_id', '=', brandId)
    .where('state', '=', 'pending')
    .orderBy('id')
    .execute();
  const act = choose(acts, index);
  if (act === undefined) return approveStatement(world, index);
  const operator = desks.find(({ keyId }) => keyId !== act.proposed_by_key) ?? desks[1];
  const input = { pendingActId: act.id, reason };
  const { status } = await ask(world, operator, 'pending-acts-approve', input);
  seen.add(`approved: ${status}`);
  return { kind: 'second' };
}

/** The second desk approves a statement of the first one. */
async function approveStatement(world: HistoryWorld, index: number): Promise<Doer> {
  const { db, brandId, desks, seen } = world;
  const statements = await db
    .selectFrom('bank_statements as s')
    .select('s.id')
    .where('s.brand_id', '=', brandId)
    .where('s.actor', '=', desks[0].actor)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('bank_transfers as t')
          .select('t.id')
          .whereRef('t.statement_id', '=', 's.id')
          .where('t.status', '=', 'review'),
      ),
    )
    .orderBy('s.id')
    .execute();
  const statement = choose(statements, index);
  if (statement === undefined) return byBank;
  const input = { statementId: statement.id, reason };
  const { status } = await ask(world, desks[1], 'statements-approve', input);
  seen.add(`approved a statement: ${status}`);
  return { kind: 'second' };
}
