import { type Kysely, sql } from 'kysely';

/**
 * Through what a withdrawal is sent. A process of the release before knows neither payout, nor rules,
 * nor sealed payees: it may send no withdrawal that a later one has begun.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`alter table withdrawals add column sent_through text`).execute(db);
  await sql.raw(guard).execute(db);
}

// An approved withdrawal is sent anew, through whatever the settings then say.
const guard = `
create function withdrawals_guard_sending() returns trigger language plpgsql as $$
begin
  if new.status = 'approved' then
    new.sent_through := null;
  elsif new.payout_currency is not null and new.sent_through is null then
    raise exception 'withdrawal % must be sent by a process of a later release', new.id;
  end if;
  return new;
end $$;
create trigger withdrawals_guard_sending before update of status on withdrawals
  for each row
  when (new.status in ('approved', 'sending') and old.status is distinct from new.status)
  execute function withdrawals_guard_sending();
`;
