import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { calls, errorBodySchema, errors } from '@kassa/contract';
import type { FastifyInstance } from 'fastify';
import { describeSchema } from '../ground/describe-schema.ts';
import { handlers } from './handlers/handlers.ts';

type Json = Record<string, unknown>;

/** The OpenAPI 3.1 document of the player API, generated from the contract. */
function buildOpenApi(publicUrl: string): Json {
  const paths = Object.fromEntries(
    Object.values(calls).map((call) => [
      `/api/banking/${call.name}`,
      { [call.method.toLowerCase()]: describeCall(call) },
    ]),
  );
  return {
    openapi: '3.1.0',
    info: {
      title: 'Kassa player API',
      version: '1',
      description:
        'The calls of the cashier widget. Every call carries the player token that the operator signs. ' +
        `Error codes: ${Object.keys(errors).join(', ')}.`,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publicUrl }],
    security: [{ playerToken: [] }],
    paths,
    components: {
      securitySchemes: {
        playerToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
      },
      schemas: { Error: describeSchema(errorBodySchema, 'output') },
    },
  };
}

function describeCall(call: (typeof calls)[keyof typeof calls]): Json {
  const request = describeSchema(call.request, 'input');
  const isCached = handlers[call.name].kind === 'cached';
  return {
    operationId: call.name,
    summary: call.summary,
    'x-cost': call.cost,
    parameters: [
      ...(call.isCreating ? [idempotencyKeyParameter] : []),
      ...(isCached ? [ifNoneMatchParameter] : []),
      ...widgetParameters,
      ...(call.method === 'GET' ? toQueryParameters(request) : []),
    ],
    ...(call.method === 'POST'
      ? { requestBody: { required: true, content: jsonContent(request) } }
      : {}),
    responses: {
      200: { description: 'Done', content: jsonContent(describeSchema(call.response, 'output')) },
      ...(isCached && {
        304: { description: 'The response that `If-None-Match` names is still current' },
      }),
      default: {
        description: 'Rejected; the code names the reason',
        content: jsonContent({ $ref: '#/components/schemas/Error' }),
      },
    },
  };
}

const idempotencyKeyParameter: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  description: 'Makes a repeat of the same request safe for 7 days.',
  schema: { type: 'string', maxLength: 128 },
};

const ifNoneMatchParameter: Json = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description:
    'The `ETag` of the last response. While that response is current, the status is 304 without a body.',
  schema: { type: 'string' },
};

/**
 * Headers with which a widget describes itself on every call (§7). None is required, and nothing
 * depends on them.
 */
const widgetParameters: Json[] = [
  ['platformVersion', "The host's `platformVersion`."],
  ['isMobileApp', 'Whether the host is a mobile app: `true` or `false`.'],
  ['pwa', 'Whether the host runs as an installed web app: `true` or `false`.'],
  ['isNative', '`true` in a native web view.'],
  ['platform', "The host's `platform`, in a native web view."],
].map(([name, description]) => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string', maxLength: 32 },
}));

function jsonContent(schema: Json): Json {
  return { 'application/json': { schema } };
}

function toQueryParameters(schema: Json): Json[] {
  const required = (schema.required ?? []) as string[];
  return Object.entries((schema.properties ?? {}) as Record<string, Json>).map(([name, value]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: value,
  }));
}

/** Serves the document at `/api/docs/json`, and a page to read it at `/api/docs`. */
export async function registerOpenApi(app: FastifyInstance, publicUrl: string): Promise<void> {
  await app.register(swagger, {
    mode: 'static',
    specification: { document: buildOpenApi(publicUrl) as never },
  });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: true,
    // The operator's listener speaks plain HTTP, and browsers would ask it for scripts over https.
    transformStaticCSP: (policy) => policy.replace('; upgrade-insecure-requests', ''),
    uiConfig: {
      urls: [
        { name: 'Player API', url: '/api/docs/json' },
        { name: 'Operator API', url: '/operator/v1/openapi.json' },
      ],
    },
  });
}
