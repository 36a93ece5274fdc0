import { SECRET_MASK } from './secret-mask';

/** Matches the token of a one-time address. A call of this address continues a workflow. */
const RESUME_TOKEN = /\brt_[\w-]{43}(?![\w-])/g;

/** Masks the tokens of one-time addresses in a text. */
export function maskOneTimeAddresses(text: string): string {
  return text.replace(RESUME_TOKEN, SECRET_MASK);
}
