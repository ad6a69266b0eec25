import { errors } from '@kassa/contract';
import { describeSchema } from '../../ground/describe-schema.ts';
import { contentTypeOf, type Endpoint } from '../define-endpoint.ts';
import { operatorErrors } from '../operator-error.ts';
import { describeFields } from '../parse-request.ts';
import { pendingAnswerSchema } from '../pending-acts/pending-act.ts';
import { scopes } from '../scopes.ts';
import { endpoints } from './endpoints.ts';

type Json = Record<string, unknown>;

/**
 * Builds the OpenAPI 3.1 document of the operator API from its endpoints. Its server is the origin
 * that serves the document.
 */
export function buildOperatorDocument(prefix: string): Json {
  const paths: Record<string, Json> = {};
  for (const [name, endpoint] of endpoints) {
    const address = `${prefix}${endpoint.path}`;
    const operation = { [endpoint.method.toLowerCase()]: describeEndpoint(name, endpoint) };
    paths[address] = { ...paths[address], ...operation };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Kassa operator API',
      version: '1',
      description: describeRules(),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: [{ operatorKey: [] }],
    paths,
    components: {
      securitySchemes: {
        operatorKey: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'kop_…',
          description: 'A key of one brand, made with `kassa keys create`.',
        },
      },
      schemas: { Error: errorSchema },
    },
  };
}

function describeRules(): string {
  const codes = [...Object.keys(operatorErrors), ...Object.keys(errors)].join(', ');
  const lines = Object.entries(scopes).map(([name, may]) => `- \`${name}\`: ${may}`);
  return [
    'A key belongs to one brand. A subject of another brand is a 404.',
    'Lists are newest first; `nextCursor` is the `cursor` of the next page.',
    'Amounts are decimal strings, times ISO 8601 in UTC; payment details are masked.',
    'Every act needs an `Idempotency-Key`. The log of acts records every act, including rejected ones.',
    `Scopes:\n${lines.join('\n')}`,
    `Error codes: ${codes}.`,
  ].join('\n\n');
}

function describeEndpoint(name: string, endpoint: Endpoint): Json {
  const fields = describeFields(endpoint.request);
  const inPath = new Set([...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, field]) => field));
  const rest = Object.entries(fields.properties).filter(([field]) => !inPath.has(field));
  const isInQuery = endpoint.method === 'GET' || endpoint.file !== undefined;
  const inQuery = isInQuery ? rest.filter(([field]) => field !== endpoint.file?.field) : [];
  const required = fields.required.filter((field) => !inPath.has(field));
  const parameter = (field: string, where: 'path' | 'query') => ({
    name: field,
    in: where,
    required: where === 'path' || required.includes(field),
    schema: fields.properties[field],
  });
  return {
    operationId: name,
    tags: [endpoint.path.split('/')[1]],
    summary: endpoint.summary,
    description:
      endpoint.scope === null ? 'Needs no scope.' : `Needs the scope \`${endpoint.scope}\`.`,
    parameters: [
      ...(endpoint.kind === 'act' ? [idempotencyKeyParameter] : []),
      ...[...inPath].map((field) => parameter(field ?? '', 'path')),
      ...inQuery.map(([field]) => parameter(field, 'query')),
    ],
    ...(endpoint.method === 'POST'
      ? { requestBody: describeBody(endpoint, Object.fromEntries(rest), required) }
      : {}),
    responses: {
      200: { description: 'Done', content: describeAnswer(endpoint) },
      ...(endpoint.movesMoney
        ? {
            202: {
              description: "Not done: above the brand's threshold, a second key must approve it",
              content: describeAnswer({ response: pendingAnswerSchema }),
            },
          }
        : {}),
      default: {
        description: 'Rejected; the code names the reason',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  };
}

function describeBody({ file }: Endpoint, properties: Json, required: string[]): Json {
  if (file !== undefined) {
    const description = `${file.maxBytes} bytes at most.`;
    return {
      required: true,
      description,
      // OpenAPI 3.1: a binary body has no schema.
      content: {
        [contentTypeOf(file)]: file.isBinary === true ? {} : { schema: properties[file.field] },
      },
    };
  }
  const schema = { type: 'object', properties, required, additionalProperties: false };
  return { required: required.length > 0, content: { 'application/json': { schema } } };
}

function describeAnswer({
  response,
  exportType = 'text/csv',
}: Pick<Endpoint, 'response' | 'exportType'>): Json {
  if (response === null) return { [exportType]: { schema: { type: 'string' } } };
  return { 'application/json': { schema: describeSchema(response, 'output') } };
}

const idempotencyKeyParameter: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  description: 'A repeat of the request with the same key is safe for 7 days.',
  schema: { type: 'string', maxLength: 128 },
};

const text: Json = { type: 'string' };

const errorSchema: Json = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message', 'reference'],
      properties: {
        code: text,
        message: text,
        params: { type: 'object', additionalProperties: text },
        details: { type: 'array', items: text },
        reference: text,
      },
    },
  },
};
