import { encodeSearch } from './address.ts';
import type { Route, Target, Tree } from './route.ts';
import type { RouteName, RoutePaths } from './route-names.ts';

/**
 * A tree's screens by name and by path. Definitions that aren't part of the first load are loaded
 * on demand.
 */
export class RouteTable {
  private readonly tree: Tree;
  private readonly mainPaths: RoutePaths;
  private readonly nameByPath: ReadonlyMap<string, RouteName>;
  private readonly routes = new Map<RouteName, Route>();
  private rest: Promise<void> | null = null;

  constructor(tree: Tree, mainPaths: RoutePaths) {
    this.tree = tree;
    this.mainPaths = mainPaths;
    // A path with several names has the last one: the others are for hosts.
    // The type is right: `Object.entries` returns the keys as plain strings.
    const pairs = Object.entries(tree.paths) as [RouteName, string][];
    this.nameByPath = new Map(pairs.map(([name, path]) => [path, name]));
    for (const route of tree.routes) this.routes.set(route.name, route);
  }

  nameAt(path: string): RouteName | undefined {
    return this.nameByPath.get(path);
  }

  /**
   * Returns the address of a target under the product.
   * @throws where there is no screen of that name
   */
  addressOf({ to, search = {} }: Target): string {
    const path = this.tree.paths[to] ?? this.mainPaths[to];
    if (path === undefined) throw new Error(`There is no screen named ${to}.`);
    return path + encodeSearch(search);
  }

  /** Returns whether the tree has a screen of this name. */
  has(name: string): name is RouteName {
    return Object.hasOwn(this.tree.paths, name);
  }

  /** Returns a definition that is loaded already. */
  get(name: RouteName): Route | undefined {
    return this.routes.get(name);
  }

  /**
   * Finds a definition, and loads the definitions where needed.
   * @throws where there is no screen of that name
   */
  async find(name: RouteName): Promise<Route> {
    if (!this.routes.has(name)) await this.loadRest();
    const route = this.routes.get(name);
    if (route === undefined) throw new Error(`There is no screen named ${name}.`);
    return route;
  }

  /** Loads the remaining definitions, once. After a failure the next call tries again. */
  loadRest(): Promise<void> {
    this.rest ??= this.tree.loadRest().then(
      (routes) => {
        for (const route of routes) this.routes.set(route.name, route);
      },
      (error: unknown) => {
        this.rest = null;
        throw error;
      },
    );
    return this.rest;
  }
}
