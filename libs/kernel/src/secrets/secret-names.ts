const SECRET = /pass(?:word|wd|phrase)|secret|token|credential|authori[sz]ation|cookie|api[-_ ]?key/i;
/** Shorter names that mean a credential only in a header or a query parameter. */
const CREDENTIAL =
  /(?:^|[-_])(?:auth|jwt|key|pwd|sig|signature)$|^(?:appid|app_?key|access_?key|pass|subscription_?key)$/i;
const NO_CREDENTIAL = /^(?:idempotency|sec-websocket)-key$|^max-/i;

/** True for the name of a field that holds a secret, in any data. */
export function isSecretName(name: string): boolean {
  return SECRET.test(name);
}

/** True for the name of a header or a query parameter that carries a credential. */
export function isCredentialName(name: string): boolean {
  return isSecretName(name) || (CREDENTIAL.test(name) && !NO_CREDENTIAL.test(name));
}
