import { v7 as uuidv7 } from 'uuid';
import type { Db } from '../ground/database/connect.ts';

/** Our id of the operator's player, inside their brand; made when we meet them first. */
export async function resolvePlayer(db: Db, brandId: string, externalId: string): Promise<string> {
  const find = () =>
    db
      .selectFrom('players')
      .select('id')
      .where('brand_id', '=', brandId)
      .where('external_id', '=', externalId);
  const found = await find().executeTakeFirst();
  if (found !== undefined) return found.id;
  await db
    .insertInto('players')
    .values({ id: uuidv7(), brand_id: brandId, external_id: externalId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await find().executeTakeFirstOrThrow()).id;
}
