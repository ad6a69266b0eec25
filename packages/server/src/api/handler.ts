import type { CallName, CallRequest, CallResponse, calls } from '@kassa/contract';
import type { Core } from '../core.ts';
import type { CreatingWork } from '../idempotency/run-once.ts';
import type { KeptAnswer } from '../kept-answers/kept-answer.ts';
import type { Caller } from '../players/caller.ts';

/** Answers a call that reads. */
export interface ReadingHandler<Name extends CallName> {
  kind: 'reading';
  handle: (
    core: Core,
    caller: Caller,
    request: CallRequest<Name>,
  ) => Promise<CallResponse<Name>> | CallResponse<Name>;
}

/** Answers a call that reads what is the same for many, with an answer that is kept. */
export interface KeptHandler<Name extends CallName> {
  kind: 'kept';
  /** Its body is one of the call's responses. */
  handle: (core: Core, caller: Caller, request: CallRequest<Name>) => Promise<KeptAnswer>;
}

/** Answers a call that creates; the adapter runs its work at most once per idempotency key. */
export interface CreatingHandler<Name extends CallName> {
  kind: 'creating';
  work: (
    core: Core,
    caller: Caller,
    request: CallRequest<Name>,
  ) => CreatingWork<CallResponse<Name>>;
}

/** What may answer a call: whether it creates, its description says. */
export type HandlerOf<Name extends CallName> = (typeof calls)[Name]['isCreating'] extends true
  ? CreatingHandler<Name>
  : ReadingHandler<Name> | KeptHandler<Name>;

export type Handler<Name extends CallName> =
  | ReadingHandler<Name>
  | KeptHandler<Name>
  | CreatingHandler<Name>;
