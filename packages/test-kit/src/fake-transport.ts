import type {
  CallName,
  CallRequest,
  CallResponse,
  DepositStatusPush,
  User,
  WithdrawalStatusPush,
} from '@kassa/contract';

/** The answer to a call: a response, an error to reject with, or never. */
export type FakeAnswer<Name extends CallName> = CallResponse<Name> | Error | 'never';

/** The answers by call; a function is called for each request. */
export type FakeAnswers = {
  [Name in CallName]?:
    | FakeAnswer<Name>
    | ((request: CallRequest<Name>) => FakeAnswer<Name> | Promise<FakeAnswer<Name>>);
};

type FakePush =
  | { name: 'deposit.status'; data: DepositStatusPush }
  | { name: 'withdrawal.status'; data: WithdrawalStatusPush }
  | { name: 'login.token'; data: User }
  | { name: 'methods.changed' };

interface FakeOptions {
  idempotencyKey?: string;
  signal?: AbortSignal;
  keepalive?: boolean;
}

/** A transport without a server: it answers from a table and records the requests. */
export function createFakeTransport(answers: FakeAnswers = {}) {
  const pushListeners = new Set<(push: FakePush) => void>();
  const connectListeners = new Set<() => void>();
  const reachListeners = new Set<(isReachable: boolean) => void>();
  const calls: {
    name: CallName;
    request: unknown;
    idempotencyKey: string | undefined;
    /** Whether the request outlives the page. */
    keepalive?: true;
  }[] = [];
  const tokens: string[] = [];

  async function call<Name extends CallName>(
    name: Name,
    request: CallRequest<Name>,
    { idempotencyKey, keepalive = false }: FakeOptions = {},
  ): Promise<CallResponse<Name>> {
    calls.push({ name, request, idempotencyKey, ...(keepalive && { keepalive }) });
    const entry: FakeAnswers[Name] = answers[name];
    const answer = typeof entry === 'function' ? await entry(request) : entry;
    if (answer === undefined) throw new Error(`The fake transport has no answer to ${name}.`);
    if (answer === 'never') return new Promise(() => {});
    if (answer instanceof Error) throw answer;
    return answer as CallResponse<Name>;
  }

  return {
    call,
    onPush: (listener: (push: FakePush) => void) => {
      pushListeners.add(listener);
      return () => pushListeners.delete(listener);
    },
    onConnect: (listener: () => void) => {
      connectListeners.add(listener);
      return () => connectListeners.delete(listener);
    },
    onReachable: (listener: (isReachable: boolean) => void) => {
      reachListeners.add(listener);
      return () => reachListeners.delete(listener);
    },
    start: () => {},
    updateToken: (token: string) => {
      tokens.push(token);
    },
    close: () => {},
    /** Every call, in order. */
    calls,
    /** Every later token. */
    tokens,
    /** The answers; a test may change them. */
    answers,
    /** Simulates a push of the server. */
    push: (push: FakePush) => {
      for (const listener of pushListeners) listener(push);
    },
    /** Simulates that exchanges are answered, or are not. */
    reach: (isReachable: boolean) => {
      for (const listener of reachListeners) listener(isReachable);
    },
    /** Simulates a new or restored connection. */
    connect: () => {
      for (const listener of connectListeners) listener();
    },
  };
}
