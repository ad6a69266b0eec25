import type { QueryCreator } from 'kysely';
import type { Database } from './schema.ts';

/** What builds a query that is run by itself or becomes a part of another one: `Db`, `Tx` or a statement. */
export type Reader = Pick<QueryCreator<Database>, 'selectFrom'>;
