import type { CallName, CallRequest, CallResponse, calls } from '@kassa/contract';
import type { Caller } from '../../core/caller.ts';
import type { Core } from '../../core/core.ts';
import type { CreatingWork } from '../../ground/idempotency/run-once.ts';
import type { CachedResponse } from '../../ground/response-cache/response-cache.ts';

/** Answers a call that reads. */
export interface ReadingHandler<Name extends CallName> {
  kind: 'reading';
  handle: (
    core: Core,
    caller: Caller,
    request: CallRequest<Name>,
  ) => Promise<CallResponse<Name>> | CallResponse<Name>;
}

/** Answers a call that reads what is the same for many, with a cached answer. */
export interface CachedHandler<Name extends CallName> {
  kind: 'cached';
  /** Its body is one of the call's responses. */
  handle: (core: Core, caller: Caller, request: CallRequest<Name>) => Promise<CachedResponse>;
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
type HandlerOf<Name extends CallName> = (typeof calls)[Name]['isCreating'] extends true
  ? CreatingHandler<Name>
  : ReadingHandler<Name> | CachedHandler<Name>;

export type Handler<Name extends CallName> =
  | ReadingHandler<Name>
  | CachedHandler<Name>
  | CreatingHandler<Name>;

/** One for each call. */
export type Handlers = { readonly [Name in CallName]: HandlerOf<Name> };
