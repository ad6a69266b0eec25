import { CallError } from '@kassa/contract';
import type { Core } from '../core.ts';
import { recordAct } from './acts/record-act.ts';
import { runAct } from './acts/run-act.ts';
import type { Endpoint } from './define-endpoint.ts';
import { authenticateKey } from './keys/authenticate-key.ts';
import type { Operator } from './operator.ts';
import { OperatorError } from './operator-error.ts';

/** A request as it came in; nothing in it is trusted yet. */
export interface IncomingRequest {
  /** The text of the bearer key. */
  key: string | undefined;
  idempotencyKey: string | undefined;
  /** The fields of path and query or body. */
  input: Record<string, unknown>;
  /** Names this request in the logs. */
  reference: string;
  /** Counts one more request of a key, or of an address without one. Both throw rate.limited. */
  countKey: (keyId: string) => Promise<void>;
  countStranger: () => Promise<void>;
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

/** Answers one request. Never throws; a refused act is in the log like one that was done. */
export async function answerRequest(
  core: Core,
  name: string,
  endpoint: Endpoint,
  incoming: IncomingRequest,
): Promise<OperatorAnswer> {
  const { reference } = incoming;
  try {
    const operator = await authenticate(core, incoming);
    try {
      return await carryOut(core, operator, name, endpoint, incoming);
    } catch (error) {
      if (isLogged(endpoint)) await recordRefusal(core, operator, name, endpoint, incoming, error);
      throw error;
    }
  } catch (error) {
    const { status, body } = describeFailure(core, error, { name, reference });
    return { kind: 'json', status, body };
  }
}

async function authenticate(core: Core, incoming: IncomingRequest): Promise<Operator> {
  const operator = await authenticateKey(core, incoming.key, incoming.reference);
  if (operator === null) {
    await incoming.countStranger();
    // Every refusal is the same answer: nobody learns which ids exist, or why a key is none.
    throw new OperatorError('key.invalid', 'This key does not open anything.');
  }
  await incoming.countKey(operator.keyId);
  return operator;
}

async function carryOut(
  core: Core,
  operator: Operator,
  name: string,
  endpoint: Endpoint,
  incoming: IncomingRequest,
): Promise<OperatorAnswer> {
  if (!operator.scopes.has(endpoint.scope)) {
    throw new OperatorError('scope.missing', `This key lacks the scope "${endpoint.scope}".`);
  }
  const prepared = endpoint.prepare(incoming.input);
  switch (prepared.kind) {
    case 'reading': {
      const body = await prepared.read(core, operator);
      if (isLogged(endpoint)) await recordReading(core, operator, name, endpoint, incoming);
      return { kind: 'json', status: 200, body };
    }
    case 'export': {
      // What leaves the house as a file is in the log too.
      await recordReading(core, operator, name, endpoint, incoming);
      const rows = prepared.rows(core, operator);
      return { kind: 'file', fileName: prepared.fileName, rows };
    }
    case 'act': {
      const subject = findSubject(endpoint, incoming.input);
      const { idempotencyKey } = incoming;
      const body = await runAct(core, operator, {
        action: name,
        subject,
        idempotencyKey,
        prepared,
      });
      return { kind: 'json', status: 200, body };
    }
  }
}

/** Acts are in the log, and what hands out files or a person's data. */
function isLogged({ kind, isLogged: isWanted }: Endpoint): boolean {
  return kind !== 'reading' || isWanted === true;
}

function recordReading(
  core: Core,
  operator: Operator,
  name: string,
  endpoint: Endpoint,
  { input }: IncomingRequest,
): Promise<void> {
  return recordAct(core.db, operator, {
    action: name,
    outcome: 'done',
    errorCode: null,
    subject: findSubject(endpoint, input),
    request: input,
  });
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
  name: string,
  endpoint: Endpoint,
  { input }: IncomingRequest,
  error: unknown,
): Promise<void> {
  const isExpected = error instanceof OperatorError || error instanceof CallError;
  await recordAct(core.db, operator, {
    action: name,
    outcome: isExpected ? 'refused' : 'failed',
    errorCode: isExpected ? error.code : 'server.error',
    subject: findSubject(endpoint, input),
    request: input,
  });
}

/** Turns a failure into an answer; only expected failures say more than "something went wrong". */
export function describeFailure(
  core: Pick<Core, 'log'>,
  error: unknown,
  { name, reference }: { name: string; reference: string },
): { status: number; body: OperatorErrorBody } {
  const isExpected = error instanceof OperatorError || error instanceof CallError;
  const failure = isExpected ? error : new CallError('server.error', 'Something went wrong.');
  if (failure !== error) core.log.error({ error, endpoint: name, reference }, 'a request failed');
  const { status, code, message } = failure;
  const params = failure instanceof CallError ? failure.params : undefined;
  const details = failure instanceof OperatorError ? failure.details : [];
  const more = {
    ...(params !== undefined && Object.keys(params).length > 0 ? { params } : {}),
    ...(details.length > 0 ? { details } : {}),
  };
  return { status, body: { error: { code, message, ...more, reference } } };
}
