import { type Kysely, sql } from 'kysely';

/**
 * A deposit's attempts at the accounts of its method's routes, and their statistics. Triggers write
 * what follows from a deposit's own rows, so that a process of the release before has attempts, too,
 * and no change of a status forgets them. Deposits from before have none.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [columns, attempts, begin, receive, credit, end, statistics]) {
    await sql.raw(statement).execute(db);
  }
}

const columns = `
alter table deposits
  -- The number of the attempt under way; its account is in the column connector.
  add column attempt smallint not null default 1,
  -- The routes in the order of their attempts, with the reason for each; null in older rows.
  add column route_plan jsonb;
`;

const attempts = `
create table deposit_attempts (
  brand_id text not null,
  -- Without a foreign key, which would cost each deposit a look-up: only its trigger inserts rows.
  deposit_id uuid not null,
  number smallint not null,
  account text not null,
  -- Null while it is open. failed: the provider certainly did nothing; unpaid: the deposit ended
  -- without money; secondPayment: money arrived, and another attempt is the paid one.
  outcome text check (outcome in ('paid', 'secondPayment', 'declined', 'failed', 'unpaid')),
  -- The connector's error, the reason of the decline, or operator.declined; and the connector's
  -- detail for the operator.
  error text,
  detail text,
  began_at timestamptz not null,
  ended_at timestamptz,
  -- How often the provider was asked to create the payment, where a further route may follow.
  asked_count smallint not null default 0,
  -- The outcome that the statistics have counted.
  counted text,
  primary key (deposit_id, number)
);
create unique index deposit_attempts_paid on deposit_attempts (deposit_id) where outcome = 'paid';
create index deposit_attempts_uncounted on deposit_attempts (ended_at)
  where outcome is distinct from counted;
`;

// The first attempt begins with the deposit, each further one with the change of its account.
const begin = `
create function deposits_begin_attempt() returns trigger language plpgsql as $$
begin
  insert into deposit_attempts (brand_id, deposit_id, number, account, began_at)
  values (new.brand_id, new.id, new.attempt, new.connector, new.updated_at);
  return null;
end $$;
create trigger deposits_begin_attempt after insert on deposits
  for each row execute function deposits_begin_attempt();
create trigger deposits_begin_next_attempt after update of connector on deposits
  for each row when (old.connector is distinct from new.connector)
  execute function deposits_begin_attempt();
`;

// Money may arrive for an attempt that had ended without it. It ends an attempt that is still open.
const receive = `
create function payments_pay_attempt() returns trigger language plpgsql as $$
begin
  update deposit_attempts a set
    outcome = case when a.account <> new.connector then 'unpaid'
      when exists (
        select from deposit_attempts o where o.deposit_id = a.deposit_id
          and o.number <> a.number and o.outcome = 'paid') then 'secondPayment'
      else 'paid' end,
    ended_at = coalesce(a.ended_at, new.created_at)
  where a.deposit_id = new.deposit_id
    and case when a.account <> new.connector then a.outcome is null
      else a.outcome is distinct from 'paid' and a.outcome is distinct from 'secondPayment' end;
  return null;
end $$;
create trigger payments_pay_attempt after insert on payments
  for each row execute function payments_pay_attempt();
`;

// Among attempts with money the paid one is that whose money was credited first, if any was.
const credit = `
create function payments_credit_attempt() returns trigger language plpgsql as $$
begin
  -- Nearly all deposits have one attempt.
  if not exists (select from deposit_attempts where deposit_id = new.deposit_id and number > 1)
  then return null; end if;
  if exists (select from payments p
    where p.deposit_id = new.deposit_id and p.connector <> new.connector and p.status = 'credited')
  then return null; end if;
  update deposit_attempts set outcome = 'secondPayment'
  where deposit_id = new.deposit_id and account <> new.connector and outcome = 'paid';
  update deposit_attempts set outcome = 'paid'
  where deposit_id = new.deposit_id and account = new.connector and outcome = 'secondPayment';
  return null;
end $$;
create trigger payments_credit_attempt after update of status on payments
  for each row when (new.status = 'credited' and old.status is distinct from new.status)
  execute function payments_credit_attempt();
`;

const end = `
create function deposits_end_attempt() returns trigger language plpgsql as $$
begin
  update deposit_attempts set
    outcome = case new.status when 'declined' then 'declined' when 'failed' then 'failed'
      else 'unpaid' end,
    error = coalesce(error, new.decline_reason, new.failure_code),
    ended_at = new.updated_at
  where deposit_id = new.id and number = new.attempt and outcome is null;
  return null;
end $$;
create trigger deposits_end_attempt after update of status on deposits
  for each row when (new.status in ('declined', 'failed', 'canceled', 'autoCanceled')
    and old.status is distinct from new.status)
  execute function deposits_end_attempt();
`;

const statistics = `
create table route_statistics (
  brand_id text not null,
  payment_method text not null,
  account text not null,
  -- The player's country; empty if unknown.
  country text not null,
  -- In UTC, of the attempt's end.
  day date not null,
  -- Attempts that have ended, but for those that the operator declined, and those of them whose
  -- money arrived.
  attempts integer not null default 0,
  credits integer not null default 0,
  -- The last outcomes of the day, oldest first: 1 if the money arrived, 0 if not; 200 at most.
  latest text not null default '',
  primary key (brand_id, payment_method, account, country, day)
);
`;
