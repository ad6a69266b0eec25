export { signPlayerToken, type TokenClaims } from './sign-player-token.ts';
