/** How a chain's node is reached. */
export interface NodeAccess {
  /** `http://` or `https://`. It may hold a key in its path, so it is never logged: only its host. */
  url: string;
  /** The user and password of a Core node's `Authorization: Basic`. */
  user?: string;
  password?: string;
  /** The key of a provider of nodes, in the header that its API names. */
  apiKey?: string;
}
