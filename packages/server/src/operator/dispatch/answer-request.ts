import { CallError } from '@kassa/contract';
import type { Core } from '../../core/core.ts';
import { resolveFailure } from '../../ground/database/resolve-failure.ts';
import { recordAct } from '../acts/record-act.ts';
import { runAct } from '../acts/run-act.ts';
import type { Endpoint, Prepared } from '../define-endpoint.ts';
import { authenticateKey } from '../keys/authenticate-key.ts';
import { OperatorError } from '../operator-error.ts';
import type { Operator } from '../scopes.ts';

/** A request before its body is read: nothing in it is trusted yet. */
export interface Credentials {
  /** The text of the bearer key. */
  key: string | undefined;
  /** The fields that the path names. */
  params: Record<string, unknown>;
  /** Names this request in the logs. */
  reference: string;
  /** Counts one more request of a key, or of an address without one. Both throw rate.limited. */
  countKey: (keyId: string) => Promise<void>;
  countUnauthenticated: () => Promise<void>;
}

/** What an operator who was let in asks for. */
export interface IncomingRequest {
  idempotencyKey: string | undefined;
  /** The fields of path and query or body; not checked yet. */
  input: Record<string, unknown>;
}

export type OperatorAnswer =
  | { kind: 'json'; status: number; body: unknown }
  | { kind: 'file'; fileName: string; rows: AsyncIterable<string> };

/** The body of a refusal. */
export interface OperatorErrorBody {
  error: {
    code: string;
    message: string;
    params?: Record<string, string>;
    /** What is wrong, one thing each, where it is more than one. */
    details?: readonly string[];
    /** Finds the request in the logs. */
    reference: string;
  };
}

/**
 * Says who knocks, before a byte of the body is read: nobody is worth that without a good key that
 * has the scope. An act that is refused here is in the log too.
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
    // Every refusal is the same answer: nobody learns which ids exist, or why a key is none.
    throw new OperatorError('key.invalid', 'This key does not open anything.');
  }
  await credentials.countKey(operator.keyId);
  if (operator.scopes.has(endpoint.scope)) return operator;
  const message = `This key lacks the scope "${endpoint.scope}".`;
  const refusal = new OperatorError('scope.missing', message);
  const subject = findSubject(endpoint, credentials.params);
  if (isLogged(endpoint)) await recordRefusal(core, operator, { name, subject }, refusal);
  throw refusal;
}

/** Answers one request. Never throws; a refused act is in the log like one that was done. */
export async function answerRequest(
  core: Core,
  operator: Operator,
  name: string,
  endpoint: Endpoint,
  incoming: IncomingRequest,
): Promise<OperatorAnswer> {
  const action = { name, subject: findSubject(endpoint, incoming.input) };
  // What doesn't pass the schema may be anything: the log has none of it.
  let request: Record<string, unknown> = {};
  try {
    try {
      const prepared = endpoint.prepare(incoming.input);
      request = prepared.logged;
      return await runEndpoint(core, operator, { ...action, endpoint, prepared }, incoming);
    } catch (error) {
      if (isLogged(endpoint)) await recordRefusal(core, operator, { ...action, request }, error);
      throw error;
    }
  } catch (error) {
    const { status, body } = describeFailure(core, error, { name, reference: operator.requestId });
    return { kind: 'json', status, body };
  }
}

/** An endpoint's name, and what its path names. */
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
      // What leaves the house as a file is in the log too.
      await recordReading(core, operator, { name, subject, request });
      const rows = prepared.rows(core, operator);
      return { kind: 'file', fileName: prepared.fileName, rows };
    }
    case 'act': {
      const act = { action: name, subject, idempotencyKey, prepared };
      return { kind: 'json', status: 200, body: await runAct(core, operator, act) };
    }
  }
}

/** Acts are in the log, and what hands out files or a person's data. */
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

/** Turns a failure into an answer; only expected failures say more than "something went wrong". */
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
  const params = failure instanceof CallError ? failure.params : undefined;
  const details = failure instanceof OperatorError ? failure.details : [];
  const more = {
    ...(params !== undefined && Object.keys(params).length > 0 ? { params } : {}),
    ...(details.length > 0 ? { details } : {}),
  };
  return { status, body: { error: { code, message, ...more, reference } } };
}
