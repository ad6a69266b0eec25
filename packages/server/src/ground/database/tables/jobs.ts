import type { Generated } from 'kysely';

export interface JobsTable {
  name: string;
  due_at: Generated<Date>;
  /** Until this time only the holder runs the job; null while the job isn't running. */
  leased_until: Date | null;
  /** A random id that a process gives itself at its start. */
  holder: string | null;
}

export interface JobsTables {
  jobs: JobsTable;
}
