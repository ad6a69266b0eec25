import * as z from 'zod/mini';
import { defineReading } from '../define-endpoint.ts';
import { boundsAfter, buildPage, findBounds, pageFields, pageSchema } from '../paging.ts';
import { instantSchema, rangeEndSchema, resolveFrom, resolveTo } from '../request-fields.ts';

const outcomeSchema = z.enum(['done', 'proposed', 'refused', 'failed']);

const recordSchema = z.nullable(z.record(z.string(), z.unknown()));

export const endpoint = defineReading({
  method: 'GET',
  path: '/acts',
  scope: 'audit',
  summary: 'List the log of acts: who did what: done, proposed or rejected.',
  command: {
    words: 'acts list',
    columns: ['at', 'actor', 'action', 'outcome', 'subjectKind', 'subjectId', 'reason'],
  },
  request: z.strictObject({
    ...pageFields,
    action: z.optional(z.string()),
    outcome: z.optional(outcomeSchema),
    keyId: z.optional(z.uuid()),
    subjectKind: z.optional(z.string()),
    subjectId: z.optional(z.string()),
    from: z.optional(rangeEndSchema),
    to: z.optional(rangeEndSchema),
  }),
  response: pageSchema(
    z.object({
      id: z.string(),
      at: instantSchema,
      actor: z.string(),
      keyId: z.nullable(z.string()),
      action: z.string(),
      outcome: outcomeSchema,
      errorCode: z.nullable(z.string()),
      subjectKind: z.nullable(z.string()),
      subjectId: z.nullable(z.string()),
      reason: z.nullable(z.string()),
      request: z.record(z.string(), z.unknown()),
      before: recordSchema,
      after: recordSchema,
      requestId: z.string(),
    }),
  ),
  read: async (core, { brandId }, filter) => {
    const from = filter.from === undefined ? undefined : resolveFrom(filter.from);
    const to = filter.to === undefined ? undefined : resolveTo(filter.to);
    const { outcome, keyId, subjectKind, subjectId } = filter;
    const isIndexed = subjectId !== undefined || !(outcome ?? keyId ?? subjectKind ?? from ?? to);
    const bounds = isIndexed
      ? boundsAfter(filter.cursor)
      : await findBounds(core.db, 'operator_acts', brandId, { cursor: filter.cursor, from, to });
    let query = core.db.selectFrom('operator_acts').selectAll().where('brand_id', '=', brandId);
    if (bounds.before !== null) query = query.where('id', '<', bounds.before);
    if (bounds.least !== null) query = query.where('id', '>=', bounds.least);
    if (filter.action) query = query.where('action', '=', filter.action);
    if (outcome) query = query.where('outcome', '=', outcome);
    if (keyId) query = query.where('key_id', '=', keyId);
    if (subjectKind) query = query.where('subject_kind', '=', subjectKind);
    if (subjectId) query = query.where('subject_id', '=', subjectId);
    if (from) query = query.where('created_at', '>=', from);
    if (to) query = query.where('created_at', '<', to);
    const rows = await query
      .orderBy('id', 'desc')
      .limit(filter.limit + 1)
      .execute();
    return buildPage(
      rows,
      filter.limit,
      (row) => ({
        id: row.id,
        at: row.created_at.toISOString(),
        actor: row.actor,
        keyId: row.key_id,
        action: row.action,
        outcome: row.outcome,
        errorCode: row.error_code,
        subjectKind: row.subject_kind,
        subjectId: row.subject_id,
        reason: row.reason,
        request: row.request,
        before: row.before,
        after: row.after,
        requestId: row.request_id,
      }),
      bounds,
    );
  },
});
