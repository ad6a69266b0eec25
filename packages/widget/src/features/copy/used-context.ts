import { createContext } from 'react';

/**
 * How the player has taken payment details along: copied them, opened an app with them, or `kept`
 * them otherwise, such as by a saved picture.
 */
export type Taken = 'copied' | 'opened' | 'kept';

/** Hears that the player has taken payment details along. */
export const UsedContext = createContext<(how: Taken) => void>(() => {});
