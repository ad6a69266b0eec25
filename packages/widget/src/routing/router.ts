import type { ComponentType } from 'react';
import { writeErrorReport } from './error-report.ts';
import type { HistoryPort } from './history.ts';
import type { Route, RouteContext, Search, Target } from './route.ts';
import { isRouteName, type RouteName, routePaths } from './route-names.ts';
import { waitForPageData } from './wait-for-page-data.ts';

/** A screen at its place. */
export interface Place {
  route: Route;
  search: Search;
  data: unknown;
  /** Path under the product. */
  path: string;
  /** Null while it loads: a skeleton shows. */
  screen: ComponentType | null;
  /** Which way the player moved, for the transition. */
  direction: 'first' | 'forward' | 'back' | 'stay';
  /** Differs for every visit of a screen. */
  visit: number;
}

export interface RouterOptions {
  routes: readonly Route[];
  history: HistoryPort;
  context: RouteContext;
  /** Where an unknown path leads (§2), and back where there is nothing to go back to. */
  home: RouteName;
  /** Told of each navigation's start (§2 "A load-timing mark is set at each route start"). */
  onStart?: (path: string) => void;
  /** Told of each screen that could not be loaded (§4 "error rethrown"). */
  onError?: (error: unknown) => void;
}

/** A screen that isn't there within this time gives way to a skeleton; before, the old one stays. */
const patienceMs = 200;

/** How often guards and loads may send on before something is wrong with the table of routes. */
const mostRedirects = 10;

/** Goes from screen to screen over a table of routes: guards, loading, history, the error screen. */
export class Router {
  private readonly options: RouterOptions;
  private readonly routeByPath: ReadonlyMap<string, Route>;
  private readonly routeByName: ReadonlyMap<RouteName, Route>;
  private readonly listeners = new Set<() => void>();
  private readonly scrollByIndex = new Map<number, number>();
  private current: Place | null = null;
  private visits = 0;
  private index = 0;
  private readonly stopListening: () => void;

  constructor(options: RouterOptions) {
    this.options = options;
    this.routeByPath = new Map(options.routes.map((route) => [routePaths[route.name], route]));
    this.routeByName = new Map(options.routes.map((route) => [route.name, route]));
    this.stopListening = options.history.onPop(this.handlePop);
    this.index = options.history.entry.index;
  }

  /** Shows the screen of the address. Call it once; resolves when the first place is there. */
  start(): Promise<void> {
    return new Promise((resolve) => {
      const stopWatching = this.subscribe(() => {
        stopWatching();
        resolve();
      });
      void this.enter('first');
    });
  }

  stop(): void {
    this.stopListening();
    this.listeners.clear();
  }

  /** The place shown; null before the first. For `useSyncExternalStore`. */
  readonly getPlace = (): Place | null => this.current;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** The screen that a name from an address stands for; home where it is none of this tree's. */
  resolveName(name: string | undefined): RouteName {
    return isRouteName(name) && this.routeByName.has(name) ? name : this.options.home;
  }

  navigate(target: Target): void {
    const { history } = this.options;
    this.scrollByIndex.set(this.index, window.scrollY);
    if (target.replace === true) history.replace(addressOf(target), this.entryOf(target));
    else {
      this.index += 1;
      history.push(addressOf(target), this.entryOf(target));
    }
    void this.enter(target.replace === true ? 'stay' : 'forward');
  }

  /** Where back leads from here; null where there is no way back. */
  get backTarget(): RouteName | 'Previous' | null {
    return this.current?.route.backTo ?? null;
  }

  /** Goes back: to the route's own target, or where the player came from, else home. */
  back(): void {
    const target = this.backTarget;
    if (target !== null && target !== 'Previous') {
      this.navigate({ to: target });
      return;
    }
    if (this.options.history.entry.index > 0) this.options.history.back();
    else this.navigate({ to: this.options.home, replace: true });
  }

  /** Loads a screen's code and data before they are asked for, as the player's finger comes near. */
  preload(target: Target): void {
    const route = this.routeByName.get(target.to);
    if (route === undefined) return;
    const search = target.search ?? {};
    const { context } = this.options;
    if (route.guard?.({ search, context }) != null) return;
    route.load({ ...context, search, takeFlag: (name) => search[name] }).catch(() => {});
  }

  /** Reads a flag of the query and takes it out of the address (§2). */
  readonly takeFlag = (name: string): string | undefined => {
    const { history } = this.options;
    const { path, search } = parseAddress(history.address);
    const value = search[name];
    if (value === undefined) return undefined;
    history.replace(path + encodeSearch({ ...search, [name]: undefined }), history.entry);
    return value;
  };

  private readonly handlePop = (): void => {
    const { index } = this.options.history.entry;
    const direction = index < this.index ? 'back' : 'forward';
    this.scrollByIndex.set(this.index, window.scrollY);
    this.index = index;
    void this.enter(direction);
  };

  private entryOf({ data }: Target) {
    return data === undefined ? { index: this.index } : { index: this.index, data };
  }

  /** Shows the screen of the history's address, or the one that guards and loading send to. */
  private async enter(direction: Place['direction']): Promise<void> {
    this.visits += 1;
    const visit = this.visits;
    const isCurrent = () => visit === this.visits;
    for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
      const route = this.resolve();
      if (route === null) continue;
      const place = this.placeOf(route, direction, visit);
      this.options.onStart?.(place.path);
      const timer = setTimeout(() => isCurrent() && this.show(place), patienceMs);
      try {
        const { context } = this.options;
        const { search } = place;
        const request = { ...context, search, takeFlag: this.takeFlag };
        const loaded = await waitForPageData(route.load(request));
        if (!isCurrent()) return;
        if ('screen' in loaded) {
          // Flags were taken meanwhile: the screen sees the address without them.
          this.show({ ...this.placeOf(route, direction, visit), screen: loaded.screen });
          this.restoreScroll(direction);
          return;
        }
        this.replace(loaded.redirect);
      } catch (error) {
        if (!isCurrent()) return;
        this.replace(this.errorTarget(route, error));
        this.options.onError?.(error);
      } finally {
        clearTimeout(timer);
      }
    }
    throw new Error(`The routes send on for ever at ${this.options.history.address}.`);
  }

  /** The route of the address; null after a redirect, when the next round looks again. */
  private resolve(): Route | null {
    const { history, context, home } = this.options;
    const { path, search } = parseAddress(history.address);
    const route = this.routeByPath.get(path);
    if (route === undefined) {
      this.replace({ to: home });
      return null;
    }
    const target = route.guard?.({ search, context }) ?? null;
    if (target === null) return route;
    this.replace(target);
    return null;
  }

  private replace(target: Target): void {
    this.options.history.replace(addressOf(target), this.entryOf(target));
  }

  private placeOf(route: Route, direction: Place['direction'], visit: number): Place {
    const { history } = this.options;
    const { path, search } = parseAddress(history.address);
    return { route, search, path, data: history.entry.data, screen: null, direction, visit };
  }

  private errorTarget({ name }: Route, error: unknown): Target {
    return {
      to: 'Error',
      search: { backRoute: name === 'Error' ? this.options.home : name },
      data: writeErrorReport(error),
    };
  }

  private show(place: Place): void {
    this.current = place;
    for (const listener of [...this.listeners]) listener();
  }

  private restoreScroll(direction: Place['direction']): void {
    if (direction === 'first' || direction === 'stay') return;
    const top = direction === 'back' ? (this.scrollByIndex.get(this.index) ?? 0) : 0;
    window.scrollTo({ top, behavior: 'instant' });
  }
}

/** The address of a target under the product. */
export function addressOf({ to, search = {} }: Target): string {
  return routePaths[to] + encodeSearch(search);
}

function encodeSearch(search: Search): string {
  const present = Object.entries(search).filter(
    (pair): pair is [string, string] => pair[1] !== undefined,
  );
  return present.length === 0 ? '' : `?${new URLSearchParams(present)}`;
}

function parseAddress(address: string): { path: string; search: Search } {
  const [path = '', query = ''] = address.split('#')[0]?.split('?') ?? [];
  return {
    path: path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path,
    search: Object.fromEntries(new URLSearchParams(query)),
  };
}
