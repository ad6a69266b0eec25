import { createContext } from 'react';

/** Hears that the player has taken payment details along: copied, saved, shared or opened them. */
export const UsedContext = createContext<() => void>(() => {});
