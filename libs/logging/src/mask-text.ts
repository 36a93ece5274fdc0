import { maskOneTimeAddresses, maskSecretsInText } from '@app/kernel';

/** Masks credentials in a text that is logged. */
export function maskText(text: string): string {
  return maskOneTimeAddresses(maskSecretsInText(text));
}
