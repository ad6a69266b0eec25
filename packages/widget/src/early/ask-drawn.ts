import type { FirstScreen } from '@kassa/contract';
import type { DataRequest } from './data-request.ts';

/** Requests the data of a screen with its markup. */
export async function askDrawn(
  { address, init, body }: DataRequest,
  screen: FirstScreen,
  signal?: AbortSignal,
): Promise<Response> {
  const asked = { ...init, ...(signal && { signal }) };
  const response = await fetch(address, { ...asked, body: JSON.stringify({ ...body, screen }) });
  // It may be the description that the server refuses.
  return response.status === 400 ? fetch(address, asked) : response;
}

/** The parts of an answer that show a screen. */
interface Drawn {
  /** Undefined where the server has drawn nothing. */
  markup?: string;
  /** The offer's. */
  currency?: string;
}

/** Reads an answer, and leaves it to the widget as it was. */
export async function readDrawn(asked: Promise<Response>): Promise<Drawn> {
  try {
    const response = await asked;
    const { screen, currency } = (await response.clone().json()) as Record<string, unknown>;
    if (!response.ok || typeof screen !== 'string') return {};
    return { markup: screen, ...(typeof currency === 'string' && { currency }) };
  } catch (error) {
    // The widget reports what is wrong with the answer, and draws by itself.
    console.error(error);
    return {};
  }
}
