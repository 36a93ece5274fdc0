const SECRET = /pass(?:word|wd|phrase)|secret|token|credential|authori[sz]ation|cookie|api[-_ ]?key/i;
/** Short names that denote a credential only if they are the name of a header or a query parameter. */
const CREDENTIAL =
  /(?:^|[-_])(?:auth|jwt|key|pwd|sig|signature)$|^(?:appid|app_?key|access_?key|pass|subscription_?key)$/i;
const NO_CREDENTIAL = /^(?:idempotency|sec-websocket)-key$|^max-/i;

/** Returns true if a field with this name holds a secret in any data. */
export function isSecretName(name: string): boolean {
  return SECRET.test(name);
}

/** Returns true if a header or a query parameter with this name contains a credential. */
export function isCredentialName(name: string): boolean {
  return isSecretName(name) || (CREDENTIAL.test(name) && !NO_CREDENTIAL.test(name));
}
