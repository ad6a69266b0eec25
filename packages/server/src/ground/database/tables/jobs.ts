import type { Generated } from 'kysely';

export interface JobsTable {
  name: string;
  due_at: Generated<Date>;
  /** Until then nobody but its holder runs it; null where nobody does. */
  leased_until: Date | null;
  /** A name that a process gives itself at its start. */
  holder: string | null;
}

export interface JobsTables {
  jobs: JobsTable;
}
