import type { CallName, CallRequest, CallResponse, calls } from '@kassa/contract';
import type { Caller, Device } from '../../core/caller.ts';
import type { Core } from '../../core/core.ts';
import type { CreatingWork } from '../../ground/idempotency/run-once.ts';
import type { CachedResponse } from '../../ground/response-cache/response-cache.ts';

/** Handles a call that only reads. */
export interface ReadingHandler<Name extends CallName> {
  kind: 'reading';
  handle: (
    core: Core,
    caller: Caller,
    request: CallRequest<Name>,
    device: Device,
  ) => Promise<CallResponse<Name>> | CallResponse<Name>;
}

/** Handles a reading call whose response is the same for many players, with a cached response. */
export interface CachedHandler<Name extends CallName> {
  kind: 'cached';
  /** Its body is one of the call's responses. */
  handle: (core: Core, caller: Caller, request: CallRequest<Name>) => Promise<CachedResponse>;
}

/** Handles a call that creates; the adapter runs its work at most once per idempotency key. */
export interface CreatingHandler<Name extends CallName> {
  kind: 'creating';
  work: (
    core: Core,
    caller: Caller,
    request: CallRequest<Name>,
    device: Device,
  ) => CreatingWork<CallResponse<Name>>;
}

/** The handler of a call; the call's definition says whether it creates. */
type HandlerOf<Name extends CallName> = (typeof calls)[Name]['isCreating'] extends true
  ? CreatingHandler<Name>
  : ReadingHandler<Name> | CachedHandler<Name>;

export type Handler<Name extends CallName> =
  | ReadingHandler<Name>
  | CachedHandler<Name>
  | CreatingHandler<Name>;

/** One handler per call. */
export type Handlers = { readonly [Name in CallName]: HandlerOf<Name> };
