import * as z from 'zod/mini';

/** 256 bits in base64url. */
export const oneTimeCodeSchema = z.string().check(z.regex(/^[\w-]{43}$/));

/**
 * The request of a page without a signed-in player, by the code that it was opened with: of `/form`
 * to `POST /{product}/form` with the code of `deposit-page-code`, and of `/pay` to
 * `POST /{product}/pay` with that of `deposit-device-code`.
 */
export const oneTimeCodeRequestSchema = z.object({ code: oneTimeCodeSchema });
