import type { Expression, QueryCreator } from 'kysely';
import type { Database } from './schema.ts';

/** What builds a query that is run by itself or becomes a part of another one: `Db`, `Tx` or a statement. */
export type Reader = Pick<QueryCreator<Database>, 'selectFrom'>;

/** Values, or references to columns of the statement that a query becomes a part of. */
export type Operands<Values> = { [Name in keyof Values]: Values[Name] | Expression<Values[Name]> };
