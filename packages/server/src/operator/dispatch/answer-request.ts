import { CallError } from '@kassa/contract';
import { type Core, viewOf } from '../../core/core.ts';
import { resolveFailure } from '../../ground/database/resolve-failure.ts';
import { recordAct } from '../acts/record-act.ts';
import { runAct } from '../acts/run-act.ts';
import type { Endpoint, ExportedFile, Prepared } from '../define-endpoint.ts';
import { authenticateKey } from '../keys/authenticate-key.ts';
import { OperatorError } from '../operator-error.ts';
import type { Operator } from '../scopes.ts';

/** A request before its body is read; nothing in it is verified yet. */
export interface Credentials {
  /** The text of the bearer key. */
  key: string | undefined;
  /** The path parameters. */
  params: Record<string, unknown>;
  /** The reference of this request in the logs. */
  reference: string;
  /** Count a request of a key, or of an address without a valid key. Both throw rate.limited. */
  countKey: (keyId: string) => Promise<void>;
  countUnauthenticated: () => Promise<void>;
}

/** The request of an authenticated operator. */
export interface IncomingRequest {
  idempotencyKey: string | undefined;
  /** The fields of path and query or body, not validated yet. */
  input: Record<string, unknown>;
}

export type OperatorAnswer =
  | { kind: 'json'; status: number; body: unknown }
  | ({ kind: 'file' } & ExportedFile);

/** The body of an error response. */
export interface OperatorErrorBody {
  error: {
    code: string;
    message: string;
    params?: Record<string, string>;
    /** The individual problems, if there are several. */
    details?: readonly string[];
    /** Finds the request in the logs. */
    reference: string;
  };
}

/**
 * Authenticates a request before its body is read: a body is read only for a valid key that has the
 * scope. The log of acts records a rejection here, too.
 * @throws OperatorError key.invalid, scope.missing
 * @throws CallError rate.limited
 */
export async function admitOperator(
  core: Core,
  name: string,
  endpoint: Endpoint,
  credentials: Credentials,
): Promise<Operator> {
  const operator = await authenticateKey(core, credentials.key, credentials.reference);
  if (operator === null) {
    await credentials.countUnauthenticated();
    // Every rejection is the same response, so that nobody learns which ids exist or why a key is
    // invalid.
    throw new OperatorError('key.invalid', 'This key is not valid.');
  }
  await credentials.countKey(operator.keyId);
  if (endpoint.scope === null || operator.scopes.has(endpoint.scope)) return operator;
  const message = `This key lacks the scope "${endpoint.scope}".`;
  const refusal = new OperatorError('scope.missing', message);
  const subject = findSubject(endpoint, credentials.params);
  if (isLogged(endpoint)) await recordRefusal(core, operator, { name, subject }, refusal);
  throw refusal;
}

/** Answers one request. Never throws. The log of acts records rejected acts, too. */
export async function answerRequest(
  core: Core,
  operator: Operator,
  name: string,
  endpoint: Endpoint,
  incoming: IncomingRequest,
): Promise<OperatorAnswer> {
  const action = { name, subject: findSubject(endpoint, incoming.input) };
  // A request that fails its schema may contain anything, so the log gets none of it.
  let request: Record<string, unknown> = {};
  try {
    try {
      const prepared = endpoint.prepare(incoming.input);
      request = prepared.logged;
      return await runEndpoint(viewOf(core), operator, { ...action, endpoint, prepared }, incoming);
    } catch (error) {
      if (isLogged(endpoint)) await recordRefusal(core, operator, { ...action, request }, error);
      throw error;
    }
  } catch (error) {
    const { status, body } = describeFailure(core, error, { name, reference: operator.requestId });
    return { kind: 'json', status, body };
  }
}

/** An endpoint's name and the subject that its path names. */
interface Action {
  name: string;
  subject: { kind: string; id: string } | null;
}

async function runEndpoint(
  core: Core,
  operator: Operator,
  { name, subject, endpoint, prepared }: Action & { endpoint: Endpoint; prepared: Prepared },
  { idempotencyKey }: IncomingRequest,
): Promise<OperatorAnswer> {
  const { logged: request } = prepared;
  switch (prepared.kind) {
    case 'reading': {
      const body = await prepared.read(core, operator);
      if (isLogged(endpoint)) await recordReading(core, operator, { name, subject, request });
      return { kind: 'json', status: 200, body };
    }
    case 'export': {
      const file = await prepared.open(core, operator);
      // Exports are logged, too: their data leaves the system as a file.
      await recordReading(core, operator, { name, subject, request });
      return { kind: 'file', ...file };
    }
    case 'act': {
      const act = { action: name, subject, idempotencyKey, prepared };
      const { response: body, isPending } = await runAct(core, operator, act);
      return { kind: 'json', status: isPending ? 202 : 200, body };
    }
  }
}

/** The log records acts, exports and calls that return personal data. */
function isLogged({ kind, isLogged: isWanted }: Endpoint): boolean {
  return kind !== 'reading' || isWanted === true;
}

async function recordReading(
  core: Core,
  operator: Operator,
  { name, subject, request }: Action & { request: Record<string, unknown> },
): Promise<void> {
  const act = { action: name, subject, request };
  await recordAct(core.db, operator, { ...act, outcome: 'done', errorCode: null });
}

function findSubject(
  { subject }: Endpoint,
  input: Record<string, unknown>,
): { kind: string; id: string } | null {
  if (subject === undefined) return null;
  const id = input[subject.field];
  return typeof id === 'string' ? { kind: subject.kind, id } : null;
}

async function recordRefusal(
  core: Core,
  operator: Operator,
  { name, subject, request = {} }: Action & { request?: Record<string, unknown> },
  error: unknown,
): Promise<void> {
  const isExpected = error instanceof OperatorError || error instanceof CallError;
  await recordAct(core.db, operator, {
    action: name,
    outcome: isExpected ? 'refused' : 'failed',
    errorCode: isExpected ? error.code : 'server.error',
    subject,
    request,
  });
}

/** Turns an exception into a response; only expected errors reveal their cause. */
export function describeFailure(
  core: Pick<Core, 'log'>,
  error: unknown,
  { name, reference }: { name: string; reference: string },
): { status: number; body: OperatorErrorBody } {
  const failure =
    error instanceof OperatorError
      ? error
      : resolveFailure(core.log, error, { endpoint: name, reference });
  const { status, code, message } = failure;
  const { params } = failure;
  const details = failure instanceof OperatorError ? failure.details : [];
  const more = {
    ...(Object.keys(params).length > 0 ? { params } : {}),
    ...(details.length > 0 ? { details } : {}),
  };
  return { status, body: { error: { code, message, ...more, reference } } };
}
